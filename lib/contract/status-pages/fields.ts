import * as z from "zod";
import { prose, text } from "@/lib/contract/core/fields";
import { TimeZone } from "@/lib/contract/core/time-zone";
import { Tags } from "@/lib/contract/monitors/tags";
import { PageComponents } from "./components";
import { ThemeInput } from "./theme";

export const COLOR_SCHEMES = ["all", "dark", "light"] as const;
/** Languages that public pages can speak, as BCP 47 codes. */
export const PAGE_LANGUAGES = ["en"] as const;
export const TIMEFRAMES_DAYS = [30, 60, 90] as const;
export const SUBSCRIPTION_CHANNELS = ["rss", "atom", "slack", "email", "webhook", "ical", "json"] as const;
export type SubscriptionChannel = (typeof SUBSCRIPTION_CHANNELS)[number];

/** Names that would be mistaken for the service's own addresses. */
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
  .regex(DNS_LABEL, "A subdomain holds a-z, 0-9 and hyphens, and neither starts nor ends with a hyphen.")
  .refine((name) => !RESERVED_SUBDOMAINS.includes(name), {
    message: "This subdomain is reserved: choose another one.",
  })
  .meta({
    title: "Subdomain",
    description: "2 to 30 characters, a DNS label, unique over everything.",
    examples: ["acme"],
  });

const Domain = z
  .string()
  .trim()
  .min(4)
  .max(253)
  .regex(
    HOST_NAME,
    "A domain is a host name in lower case, such as status.example.com, without scheme, port or path.",
  )
  .nullable()
  .meta({
    title: "Own domain",
    description: "A host name that points here, unique; null for none.",
    examples: ["status.example.com"],
  });

/** What is wrong with a website's address; null when it may stand as a link. */
function websiteProblem(value: string): string | null {
  // Blanks and controls vanish inside a scheme when a browser parses it: `java\tscript:`.
  if (/[\p{Cc}\p{Z}]/u.test(value)) return "The website URL must not hold blanks or control characters.";
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    return "The website URL must begin with http:// or https:// and name a host.";
  const url = new URL(value);
  return url.username || url.password ? "The website URL must not hold a user name or password." : null;
}

const WebsiteUrl = z
  .string()
  .min(1)
  .max(250)
  .superRefine((value, context) => {
    const problem = websiteProblem(value);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .meta({
    title: "Website",
    description: "Where the logo leads: http or https, at most 250 characters.",
    examples: ["https://example.com"],
  });

const AccessAddress = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: "An allowed address is an IPv4 or IPv6 address or a range in CIDR form, such as 203.0.113.0/24.",
  })
  .refine((value) => !value.endsWith("/0"), {
    message: "A range of /0 lets everyone in: send null instead.",
  });

const secret = (title: string) =>
  z.string().min(8).max(500).nullable().meta({
    title,
    description: "8 to 500 characters, write-only; null switches it off.",
  });

/** A whole image that is short enough for an example. */
const ONE_PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const image = (title: string, types: string) =>
  z.union([z.string().max(1_400_000), z.literal(false), z.null()]).meta({
    title,
    description: `${types}, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it.`,
    examples: [ONE_PIXEL],
  });

/** Every writable field of a status page, without defaults. */
export const StatusPageFields = {
  name: text(2, 30).meta({ title: "Name", description: "2 to 30 characters.", examples: ["Acme"] }),
  subdomain: Subdomain,
  title: text(2, 250).meta({
    title: "Title",
    description: "2 to 250 characters.",
    examples: ["Acme status"],
  }),
  description: prose(2, 250).meta({
    title: "Description",
    description: "2 to 250 characters, for search engines and feeds.",
    examples: ["Live state of Acme's services."],
  }),
  website_url: WebsiteUrl,
  search_engine_indexed: z.boolean().meta({
    title: "Search engines may list it",
    description: "When false, pages carry noindex and robots.txt refuses.",
  }),
  components: PageComponents,
  domain: Domain,
  color_scheme: z.enum(COLOR_SCHEMES).meta({
    title: "Colour scheme",
    description: "all follows the visitor's own setting.",
  }),
  time_zone: TimeZone.meta({
    title: "Time zone",
    description: "IANA name of the zone whose days and clock the page shows; UTC when left out.",
    examples: ["Europe/Berlin"],
  }),
  language: z.enum(PAGE_LANGUAGES).meta({
    title: "Language",
    description: "BCP 47 code of the language of the page's texts, mails and feeds; en when left out.",
    examples: ["en"],
  }),
  timeframe: z.literal(TIMEFRAMES_DAYS).meta({ title: "Days shown", description: "30, 60 or 90." }),
  show_response_times: z.boolean().meta({ title: "Show response times" }),
  subscription_channels: z
    .array(z.enum(SUBSCRIPTION_CHANNELS))
    .refine((channels) => new Set(channels).size === channels.length, {
      message: "Each channel may stand only once.",
    })
    .meta({ title: "Subscription channels", description: "How visitors can be told." }),
  theme: ThemeInput,
  access_ips: z.array(AccessAddress).min(1).max(50).nullable().meta({
    title: "Allowed addresses",
    description: "1 to 50 addresses or ranges that see the page without a token or password; null for none.",
  }),
  access_token: secret("Access token"),
  access_password: secret("Access password"),
  logo_light: image("Logo, light", "JPEG, PNG or SVG"),
  logo_dark: image("Logo, dark", "JPEG, PNG or SVG"),
  favicon_light: image("Favicon, light", "PNG or SVG"),
  favicon_dark: image("Favicon, dark", "PNG or SVG"),
  tags: Tags,
};
