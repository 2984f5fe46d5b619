import * as z from "zod";
import { isRange, shortAddress } from "../address-ranges";
import { trimEndOf } from "../trim-end";

// The kinds of values that environment variables have. Each error is the rule, which completes a sentence after the name.

const OR = new Intl.ListFormat("en-US", { type: "disjunction" });
export const text = z.string().trim().min(1);
export const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be ${OR.format(values)}` });
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
export const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be a URL that starts with http:// or https://",
});
export const origin = webAddress.transform((value) => trimEndOf(value, /\//));
/** The public address. Links are made of it and a path, so it can't have a path of its own. */
export const ownOrigin = origin.refine(
  (value) => URL.canParse(value) && new URL(value).origin === value.toLowerCase(),
  {
    error:
      "must be only a scheme, host, and port, such as https://status.example.com; Vedette can't be served below a path",
  },
);
/** Like curl, takes a proxy without a scheme as an http proxy. */
export const proxy = z
  .string()
  .transform((value) => (value.includes("://") ? value : `http://${value}`))
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be the http:// or https:// URL of a proxy; other kinds, such as SOCKS, aren't supported",
  });
export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Addresses and CIDR ranges. Anything else would stop every check later on. */
export const ranges = list.superRefine((items, context) => {
  for (const item of items) {
    if (!isRange(item))
      context.addIssue({
        code: "custom",
        message: "must be IP addresses or ranges like 10.0.0.0/8 or fd00::/8, separated by commas",
        params: { got: item },
      });
  }
});

/** `off`, or addresses with ports. Hostnames aren't accepted, because name resolution may be what fails. */
export const anchors = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => item !== "off" && !/^(\[[\da-f:.]+\]|[\d.]+):\d{1,5}$/i.test(item));
    if (wrong === undefined) return;
    const message = "must be off, or address:port and [address]:port, separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** `off`, or hostnames. One name alone may fail by itself. */
export const names = list
  .superRefine((items, context) => {
    const fail = (message: string, got: string) =>
      context.addIssue({ code: "custom", message, params: { got } });
    const wrong = items.find((item) => !/^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*\.?$/i.test(item));
    if (wrong !== undefined) fail("must be off, or hostnames separated by commas", wrong);
    else if (items.length === 1 && items[0] !== "off") fail("must have at least two hostnames", items.join());
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** `off`, or email addresses. */
export const emails = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => item !== "off" && !z.email().safeParse(item).success);
    if (wrong === undefined) return;
    const message = "must be off, or email addresses separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** Addresses without a range, in their shortest form, so that they compare equal to those in DNS. */
export const addresses = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => shortAddress(item) === null);
    if (wrong === undefined) return;
    const message = "must be IP addresses, separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.flatMap((item) => shortAddress(item) ?? []));

/** An address alone, or one with a port: `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, six, four] = /^(?:\[([^\]]+)\]|([^:]+)):\d{1,5}$/.exec(text) ?? [];
  return shortAddress(six ?? four ?? text) !== null;
}

export const nameServers = list.superRefine((items, context) => {
  const wrong = items.find((item) => !isNameServer(item));
  if (wrong === undefined) return;
  const message = "must be IP addresses of name servers, each with an optional port, separated by commas";
  context.addIssue({ code: "custom", message, params: { got: wrong } });
});
