import * as z from "zod";
import { must } from "@/lib/contract/core/wording";

const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u;

/**
 * Browsers and most programs parse a host that ends in a number as an IPv4 address (WHATWG URL §3.5), in many spellings. Only the
 * dotted one is accepted.
 */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Returns whether the text is a hostname (RFC 1123, plus underscores and non-ASCII letters) or an IPv4/IPv6 address without
 * brackets.
 */
export function isHost(host: string): boolean {
  if (host.includes(":")) return URL.canParse(`http://[${host}]/`);
  if (IPV4.test(host)) return true;
  const name = host.replace(/\.$/, "");
  return !ENDS_IN_NUMBER.test(name) && name.split(".").every((label) => LABEL.test(label));
}

export const Host = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(
    isHost,
    must(
      "be a hostname such as db.example.com, an IPv4 address such as 192.0.2.1, or an IPv6 address, without scheme, port, or path",
    ),
  )
  .meta({
    title: "Host",
    description: "Hostname or IP address, 1 to 255 characters.",
    examples: ["db.example.com"],
  });
