import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { Host } from "./host";
import { protocolContract } from "./protocol";

const HTTPS = 443;

/** The request of a monitor of a domain's registration. */
export const DomainRequest = z.object({
  host: Host.refine(
    (host) => host.includes(".") && !/:|\.\d+$/.test(host),
    must("be a registered domain, such as example.com"),
  ).meta({
    title: "Domain",
    description: "Registered domain. For a subdomain, the registered domain above it is checked.",
    examples: ["example.com"],
  }),
  days_min: z
    .number()
    .int()
    .min(1)
    .max(365)
    .meta({
      title: "Days before expiry",
      description: "Down when the registration expires within this many days, 1 to 365.",
      examples: [14],
    })
    .default(14),
});
export type DomainRequest = z.infer<typeof DomainRequest>;

export const domain = protocolContract({
  label: "Domain expiry",
  request: DomainRequest,
  fields: { host: { placeholder: "example.com" }, days_min: {} },
  target: "{host}",
  // The registry, which only a check knows.
  place: ({ host }: DomainRequest) => ({ field: null, host, port: HTTPS, isRelay: true }),
  errors: { domain_expiring: "target" },
  failure: "The registration of the domain expires soon, or has expired.",
  details: { expires: "Expires" },
});
