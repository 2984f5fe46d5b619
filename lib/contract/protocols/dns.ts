import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { must } from "@/lib/contract/core/wording";
import { Host, isHost } from "./host";
import { protocolContract } from "./protocol";
import { ResponseTimeAssertion } from "./response-time";

export const RECORD_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "TXT", "SOA", "SRV", "CAA", "PTR"] as const;
export const RESPONSE_CODES = ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED"] as const;
const EXAMPLE = { host: "example.com", record_type: "A" } as const;
const PORT = 53;
const PORT_MAX = 65_535;

/** Returns the host, without brackets, and the port of a resolver such as `192.0.2.53` or `[2001:db8::53]:5353`; null for other texts. */
export function resolverPlace(text: string): { host: string; port: number } | null {
  const [, bracketed, plain, port = String(PORT)] =
    /^(?:\[([^\]]+)\]|([^:]+))(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  // An IPv6 address without a port needs no brackets.
  const host = bracketed ?? plain ?? text;
  const isKnown = isHost(host) && host.includes(":") === (plain === undefined);
  return isKnown && Number(port) <= PORT_MAX ? { host, port: Number(port) } : null;
}

const fields = {
  host: Host.meta({
    title: "Hostname",
    description: "Name to query, 1 to 255 characters. For PTR records, also an IP address.",
    examples: [EXAMPLE.host],
  }),
  record_type: z.enum(RECORD_TYPES).meta({
    title: "Record type",
    description: "Type of the records to query.",
    examples: [EXAMPLE.record_type],
  }),
  expected_values: z
    .array(text(1, 1024))
    .max(10)
    .nullable()
    .meta({
      title: "Expected values",
      description:
        "At most 10 values that must all be among the records, in any order, written as in a zone file, such as 192.0.2.10 or 10 mail.example.com. Without values, any record will do.",
      examples: [null],
    }),
  expected_response_code: z.enum(RESPONSE_CODES).meta({
    title: "Expected response code",
    description: "Response code that the resolver must return. NXDOMAIN means that the name must not exist.",
    examples: ["NOERROR"],
  }),
  resolver: z
    .string()
    .trim()
    .max(255)
    .refine(
      (resolver) => resolverPlace(resolver) !== null,
      must(
        "be a host or an address with an optional port, such as dns.example.com, 192.0.2.53:5353 or [2001:db8::53]:53",
      ),
    )
    .nullable()
    .meta({
      title: "Resolver",
      description:
        "DNS server to ask, with an optional port. Without one, the runner asks its system's name servers.",
      examples: [null],
    }),
};

/** The request of a DNS monitor. */
export const DnsRequest = z
  .object({
    ...fields,
    record_type: fields.record_type.default("A"),
    expected_values: fields.expected_values.default(null),
    expected_response_code: fields.expected_response_code.default("NOERROR"),
    resolver: fields.resolver.default(null),
  })
  .superRefine(checkRequest);
export type DnsRequest = z.infer<typeof DnsRequest>;

/** Validates rules between the fields. */
function checkRequest(request: z.infer<z.ZodObject<typeof fields>>, context: z.RefinementCtx): void {
  const { host, record_type, expected_values, expected_response_code } = request;
  const refuse = (path: (string | number)[], rule: string) =>
    context.addIssue({ code: "custom", path, message: `request.${path.join(".")} must ${rule}.` });
  if (record_type !== "PTR" && isAddress(host))
    refuse(["host"], `be a name for ${record_type} records; got ${host}`);
  if (expected_values && expected_values.length > 0 && expected_response_code !== "NOERROR")
    refuse(
      ["expected_values"],
      `be empty unless the expected response code is NOERROR; it is ${expected_response_code}`,
    );
  const kind = { A: "an IPv4 address", AAAA: "an IPv6 address" }[record_type as string];
  for (const [at, value] of (kind ? (expected_values ?? []) : []).entries())
    if (!isAddress(value) || value.includes(":") !== (record_type === "AAAA"))
      refuse(["expected_values", at], `be ${kind} for ${record_type} records; got ${value.slice(0, 100)}`);
}

function isAddress(value: string): boolean {
  return isHost(value) && /:|\.\d+$/.test(value);
}

/** Returns the name that a check asks for: for an address, the one under `arpa` (RFC 1035 §3.5, RFC 3596 §2.5). */
export function queriedName({ host }: Pick<DnsRequest, "host">): string {
  if (!isAddress(host)) return host;
  if (!host.includes(":")) return `${host.split(".").reverse().join(".")}.in-addr.arpa`;
  const [front = "", back] = new URL(`http://[${host}]/`).hostname.slice(1, -1).split("::");
  const [first, last] = [front, back ?? ""].map((part) => part.split(":").filter((word) => word !== ""));
  const words = [...(first ?? []), ...Array<string>(8).fill("0"), ...(last ?? [])];
  words.splice(first?.length ?? 0, words.length - 8);
  const digits = words.map((word) => word.padStart(4, "0")).join("");
  return `${[...digits].reverse().join(".")}.ip6.arpa`;
}

function place(request: DnsRequest) {
  const known = request.resolver === null ? null : resolverPlace(request.resolver);
  const asked = known
    ? { field: "resolver", ...known }
    : { field: null, host: queriedName(request), port: PORT };
  return { ...asked, isRelay: true as const };
}

export const RecordValueAssertion = z
  .object({
    type: z.literal("record_value"),
    operator: z.enum(["equals", "not_equals", "contains", "not_contains"]),
    value: z
      .string()
      .min(1)
      .max(1024)
      .meta({
        title: "Value",
        description:
          "Compared with each record, ignoring case. One must match; with `not_equals` and `not_contains`, none may.",
        examples: ["v=spf1"],
      }),
  })
  .meta({ title: "Record" });

/** One condition of a successful DNS check. */
export type DnsAssertion = z.infer<typeof ResponseTimeAssertion | typeof RecordValueAssertion>;

export const dns = protocolContract({
  label: "DNS",
  request: DnsRequest,
  fields: {
    host: { placeholder: "shop.example.com" },
    record_type: { narrow: true },
    expected_values: {},
    expected_response_code: { advanced: true },
    resolver: { advanced: true, placeholder: "192.0.2.53" },
  },
  target: "{record_type} {host}",
  place,
  assertions: [ResponseTimeAssertion, RecordValueAssertion],
  errors: {},
  details: { response_code: "Response code", records: "Records" },
  demo: () => ({ name: "Domain", request: EXAMPLE }),
});
