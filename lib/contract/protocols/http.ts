import * as z from "zod";
import { RequestHeader } from "./header";

export const HTTP_METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "OPTIONS"] as const;
const METHODS_WITH_BODY: readonly string[] = ["POST", "PUT", "PATCH"];
const BLANK_OR_CONTROL = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;

/** Whether a name server can be asked for a host as the URL parser writes it (RFC 1035 §2.3.4). */
function isName(hostname: string): boolean {
  return hostname
    .replace(/\.$/, "")
    .split(".")
    .every((label) => label.length > 0 && (label.length <= 63 || hostname.startsWith("[")));
}

/** Whether the text is an http(s) address without credentials; the stored text is never rewritten. */
function urlProblem(url: string): string | null {
  if (BLANK_OR_CONTROL.test(url)) return "The URL must not hold blanks or control characters.";
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:\/\/[^/\\?#]/i.test(url)) {
    return `The URL must begin with http:// or https:// and name a host, for example https://example.com/health; given was ${url.replace(/\/\/[^/?#]*@/, "//…@").slice(0, 100)}.`;
  }
  if (parsed.username || parsed.password) {
    return "The URL must not hold a user name or password: send credentials as a header.";
  }
  if (!isName(parsed.hostname))
    return `The URL's host has an empty part between its dots, or one longer than 63 characters: ${parsed.hostname.slice(0, 100)}.`;
  return parsed.port === "0" ? "The URL names port 0: allowed are 1 to 65535." : null;
}

export const HttpUrl = z
  .string()
  .min(1)
  .max(255)
  .superRefine((url, context) => {
    const problem = urlProblem(url);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .meta({
    title: "URL",
    description: "Address to check, http or https, at most 255 characters, without credentials.",
    format: "uri",
    examples: ["https://example.com/health"],
  });

const fields = {
  method: z.enum(HTTP_METHODS).meta({ title: "Method", description: "HTTP method.", examples: ["GET"] }),
  url: HttpUrl,
  tls_skip_verify: z.boolean().meta({
    title: "Accept any certificate",
    description: "Whether an invalid certificate passes; it is still reported.",
    examples: [false],
  }),
  body: z
    .string()
    .max(500)
    .nullable()
    .meta({
      title: "Body",
      description: "Request body, at most 500 characters; only with POST, PUT and PATCH.",
      examples: [null],
    }),
  follow_redirects: z.boolean().meta({
    title: "Follow redirects",
    description: "Whether redirects are followed: at most 5 hops, all inside the timeout.",
    examples: [true],
  }),
  user_agent_secret: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      "The user agent secret holds printable ASCII characters, no blank at its ends.",
    )
    .nullable()
    .meta({
      title: "User agent secret",
      description: "Added to the User-Agent, so that a firewall can let the checks pass. It is returned.",
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

/** What an HTTP monitor asks for. */
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
      message: `A body is sent with POST, PUT and PATCH only; the method is ${request.method}.`,
    });
  });
export type HttpRequest = z.infer<typeof HttpRequest>;
