import * as z from "zod";
import { fieldName, must } from "@/lib/contract/core/wording";
import { RequestHeader } from "./header";

export const HTTP_METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "OPTIONS"] as const;
const METHODS_WITH_BODY: readonly string[] = ["POST", "PUT", "PATCH"];
const BLANK_OR_CONTROL = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;

/** Returns whether a host, as the URL parser serializes it, can be resolved (RFC 1035 §2.3.4). */
function isName(hostname: string): boolean {
  return hostname
    .replace(/\.$/, "")
    .split(".")
    .every((label) => label.length > 0 && (label.length <= 63 || hostname.startsWith("[")));
}

/** Returns why the text is not an http(s) URL without credentials, or null. The stored text is never rewritten. */
function urlProblem(url: string): string | null {
  if (BLANK_OR_CONTROL.test(url)) return "must not contain whitespace or control characters";
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:\/\/[^/\\?#]/i.test(url)) {
    return `must start with http:// or https:// and include a host, such as https://example.com/health; got ${url.replace(/\/\/[^/?#]*@/, "//…@").slice(0, 100)}`;
  }
  if (parsed.username || parsed.password) {
    return "must not contain a username or password; send credentials in a header";
  }
  if (!isName(parsed.hostname))
    return `must have a host with labels of 1 to 63 characters; got ${parsed.hostname.slice(0, 100)}`;
  return parsed.port === "0" ? "must have a port from 1 to 65535; got 0" : null;
}

export const HttpUrl = z
  .string()
  .min(1)
  .max(255)
  .refine((url) => urlProblem(url) === null, {
    error: ({ path, input }) => `${fieldName(path)} ${urlProblem(String(input))}.`,
  })
  .meta({
    title: "URL",
    description: "URL to check: http or https, at most 255 characters, without credentials.",
    format: "uri",
    examples: ["https://example.com/health"],
  });

const fields = {
  method: z.enum(HTTP_METHODS).meta({ title: "Method", description: "HTTP method.", examples: ["GET"] }),
  url: HttpUrl,
  tls_skip_verify: z.boolean().meta({
    title: "Accept any certificate",
    description: "Whether to accept an invalid certificate. It is still reported.",
    examples: [false],
  }),
  body: z
    .string()
    .max(500)
    .nullable()
    .meta({
      title: "Body",
      description: "Request body, at most 500 characters. Only for POST, PUT and PATCH.",
      examples: [null],
    }),
  follow_redirects: z.boolean().meta({
    title: "Follow redirects",
    description: "Whether to follow up to 5 redirects, all within the timeout.",
    examples: [true],
  }),
  user_agent_secret: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      must("contain only printable ASCII characters, without whitespace at either end"),
    )
    .nullable()
    .meta({
      title: "User agent secret",
      description:
        "Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses.",
      examples: [null],
    }),
  headers: z
    .array(RequestHeader)
    .max(10)
    .nullable()
    .meta({
      title: "Headers",
      description: "At most 10 request headers, sent in this order.",
      examples: [[{ name: "Accept", value: "text/html" }]],
    }),
};

/** The request of an HTTP monitor. */
export const HttpRequest = z
  .object({
    ...fields,
    tls_skip_verify: fields.tls_skip_verify.default(false),
    body: fields.body.default(null),
    follow_redirects: fields.follow_redirects.default(true),
    user_agent_secret: fields.user_agent_secret.default(null),
    headers: fields.headers.default(null),
  })
  .superRefine((request, context) => {
    if (request.body === null || METHODS_WITH_BODY.includes(request.method)) return;
    context.addIssue({
      code: "custom",
      path: ["body"],
      message: `body can be sent with POST, PUT and PATCH only; method is ${request.method}.`,
    });
  });
export type HttpRequest = z.infer<typeof HttpRequest>;
