import * as z from "zod";

const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u;

/** A host name (RFC 1123, underscores and non-ASCII letters allowed) or an IPv4/IPv6 address without brackets. */
export function isHost(host: string): boolean {
  if (host.includes(":")) return URL.canParse(`http://[${host}]/`);
  return host
    .replace(/\.$/, "")
    .split(".")
    .every((label) => LABEL.test(label));
}

export const Host = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(isHost, {
    message:
      "The host must be a name such as db.example.com, or an IPv4 or IPv6 address, without scheme, port or path.",
  })
  .meta({
    title: "Host",
    description: "Host name or address, 1 to 255 characters.",
    examples: ["db.example.com"],
  });
