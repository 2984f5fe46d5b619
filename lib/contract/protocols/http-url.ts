import * as z from "zod";
import { fieldName } from "@/lib/contract/core/wording";
import { FORBIDDEN_IN_URL } from "@/lib/shared/text/control-characters";

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/** Returns whether a host, as the URL parser serializes it, can be resolved (RFC 1035 §2.3.4). */
function isName(hostname: string): boolean {
  return hostname
    .replace(/\.$/, "")
    .split(".")
    .every((label) => label.length > 0 && (label.length <= 63 || hostname.startsWith("[")));
}

/** Returns why the text is not an http(s) URL without credentials, or null. The stored text is never rewritten. */
function urlProblem(url: string): string | null {
  if (FORBIDDEN_IN_URL.test(url))
    return "must not contain whitespace, control characters, or text-direction characters";
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
    examples: ["https://example.com/health"],
  });

/** Returns the address that a request to an http(s) URL connects to. */
export function placeOfUrl(url: string) {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { field: "url", host, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0) };
}
