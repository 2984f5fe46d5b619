import * as z from "zod";
import { prose, text } from "@/lib/contract/core/fields";
import { plainFields } from "@/lib/contract/core/plain-fields";
import { TimeZone } from "@/lib/contract/core/time-zone";
import { fieldName, must } from "@/lib/contract/core/wording";
import { Tags } from "@/lib/contract/monitors/tags";
import { FORBIDDEN_IN_URL } from "@/lib/shared/text/control-characters";
import { PageComponents } from "./components";
import { PAGE_LANGUAGES } from "./languages";
import { ThemeInput } from "./theme";

export const COLOR_SCHEMES = ["all", "dark", "light"] as const;
export const TIMEFRAMES_DAYS = [30, 60, 90] as const;
export const SUBSCRIPTION_CHANNELS = ["rss", "atom", "slack", "email", "webhook", "ical", "json"] as const;
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

/** Names that could be mistaken for the service's own hosts. */
const RESERVED_SUBDOMAINS: readonly string[] = [
  "admin",
  "api",
  "app",
  "autodiscover",
  "dashboard",
  "internal",
  "localhost",
  "mail",
  "ns1",
  "ns2",
  "postmaster",
  "setup",
  "smtp",
  "webmail",
  "www",
];
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const Subdomain = z
  .string()
  .trim()
  .min(2)
  .max(30)
  .regex(DNS_LABEL, must("contain only a-z, 0-9, and hyphens, and not start or end with a hyphen"))
  .refine((name) => !RESERVED_SUBDOMAINS.includes(name), must("not be a reserved name"))
  .meta({
    title: "Subdomain",
    description: "2 to 30 characters, a DNS label. Globally unique.",
    examples: ["acme"],
  });

const Domain = z
  .string()
  .trim()
  .min(4)
  .max(253)
  .regex(HOST_NAME, must("be a lowercase hostname such as status.example.com, without scheme, port, or path"))
  .nullable()
  .meta({
    title: "Custom domain",
    description: "A unique hostname whose DNS points to this server; null for none.",
    examples: ["status.example.com"],
  });

/** Returns why a website URL cannot be used as a link, or null. */
function websiteProblem(value: string): string | null {
  // Browsers drop whitespace and control characters inside a scheme: `java\tscript:`.
  if (FORBIDDEN_IN_URL.test(value))
    return "must not contain whitespace, control characters, or text-direction characters";
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    return "must start with http:// or https:// and include a host";
  const url = new URL(value);
  return url.username || url.password ? "must not contain a username or password" : null;
}

const WebsiteUrl = z
  .string()
  .min(1)
  .max(250)
  .refine((value) => websiteProblem(value) === null, {
    error: ({ path, input }) => `${fieldName(path)} ${websiteProblem(String(input))}.`,
  })
  .meta({
    title: "Website",
    description: "Link target of the logo: http or https, at most 250 characters.",
    examples: ["https://example.com"],
  });

const AccessAddress = z
  .union(
    [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
    must("be an IPv4 or IPv6 address, or a CIDR range such as 203.0.113.0/24"),
  )
  .refine((value) => !value.endsWith("/0"), must("not be a /0 range, which allows every address"));

const secret = (title: string) =>
  z.string().min(8).max(500).nullable().meta({
    title,
    description: "8 to 500 characters, write-only; null turns it off.",
  });

/** A complete image that is short enough for an example. */
const ONE_PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const image = (title: string, types: string) =>
  z.union([z.string().max(1_400_000), z.literal(false), z.null()]).meta({
    title,
    description: `${types}, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. null and the URL of the response keep it.`,
    examples: [ONE_PIXEL],
  });

export const PAGE_FIELDS = plainFields({
  name: {
    schema: text(2, 30).meta({ title: "Name", description: "2 to 30 characters.", examples: ["Acme"] }),
  },
  title: {
    schema: text(2, 250).meta({
      title: "Title",
      description: "2 to 250 characters.",
      examples: ["Acme status"],
    }),
  },
  description: {
    schema: prose(2, 250).meta({
      title: "Description",
      description: "2 to 250 characters. Used by search engines and feeds.",
      examples: ["Live status of Acme's services."],
    }),
  },
  website_url: { schema: WebsiteUrl },
  search_engine_indexed: {
    schema: z.boolean().meta({
      title: "Search engine indexing",
      description: "When false, pages are marked noindex and robots.txt disallows crawling.",
    }),
  },
  color_scheme: {
    schema: z.enum(COLOR_SCHEMES).meta({
      title: "Color scheme",
      description: "`all` follows the visitor's preference.",
    }),
    initial: "all",
  },
  time_zone: {
    schema: TimeZone.meta({
      title: "Time zone",
      description: "IANA time zone of the dates and times on the page. Defaults to UTC.",
      examples: ["Europe/Berlin"],
    }),
    initial: "UTC",
  },
  language: {
    schema: z.enum(PAGE_LANGUAGES).meta({
      title: "Language",
      description:
        "BCP 47 code of the language of the page, its emails, and its feeds. Visitors can switch language with a path prefix such as `/de`. Titles, updates, and other texts that you write are not translated. Defaults to en.",
      examples: ["en"],
    }),
    initial: "en",
  },
  timeframe: {
    schema: z.literal(TIMEFRAMES_DAYS).meta({ title: "Days shown", description: "30, 60, or 90." }),
    initial: 90,
  },
  show_response_times: { schema: z.boolean().meta({ title: "Show response times" }), initial: true },
});

/** All writable fields of a status page, without defaults. */
export const StatusPageFields = {
  ...PAGE_FIELDS.shape,
  subdomain: Subdomain,
  components: PageComponents,
  domain: Domain,
  subscription_channels: z
    .array(z.enum(SUBSCRIPTION_CHANNELS))
    .refine((channels) => new Set(channels).size === channels.length, must("not contain duplicates"))
    .meta({ title: "Subscription channels", description: "How visitors can subscribe to updates." }),
  theme: ThemeInput,
  access_ips: z.array(AccessAddress).min(1).max(50).nullable().meta({
    title: "Allowed addresses",
    description:
      "1 to 50 addresses or ranges that can view the page without a token or password; null for none.",
  }),
  access_token: secret("Access token"),
  access_password: secret("Access password"),
  logo_light: image("Logo, light", "JPEG, PNG, or SVG"),
  logo_dark: image("Logo, dark", "JPEG, PNG, or SVG"),
  favicon_light: image("Favicon, light", "PNG or SVG"),
  favicon_dark: image("Favicon, dark", "PNG or SVG"),
  tags: Tags,
};
