import * as z from "zod";
import { DateOut } from "@/lib/contract/core/fields";

export const DOMAIN_STATES = ["pending", "active", "failed"] as const;
/** Steps of a custom domain, from the first check to a domain that lost its proof. */
export const DOMAIN_PHASES = ["waiting", "verifying", "active", "broken"] as const;
export type DomainPhase = (typeof DOMAIN_PHASES)[number];

/** A DNS record as name servers publish it, or as it should be. */
export const DomainRecord = z.object({
  type: z.enum(["CNAME", "A", "AAAA", "TXT"]),
  name: z.string(),
  value: z.string(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

const date = (title: string, description: string) =>
  DateOut.nullable().meta({ title, description, readOnly: true });

/** The state of a status page's custom domain, in addition to its name. */
export const StatusPageDomain = {
  domain_state: z
    .enum(DOMAIN_STATES)
    .nullable()
    .meta({
      title: "Domain state",
      description:
        "Null without a domain. `pending` until the domain is verified, `active` once it is. `failed` when a check on demand found no proof of ownership, when there was none for 72 hours, or when an active domain lost its proof for 24 hours. A name that resolves only in a private network (.local, .internal, .lan, .test, .home.arpa, .localhost) is active without a check.",
      readOnly: true,
      examples: ["active"],
    }),
  domain_error: z.string().nullable().meta({
    title: "Domain error",
    description: "Why verification failed, with the DNS records that are needed; null otherwise.",
    readOnly: true,
  }),
  domain_phase: z
    .enum(DOMAIN_PHASES)
    .nullable()
    .meta({
      title: "Domain phase",
      description:
        "State of the domain: `waiting` for a first DNS record, `verifying` while its records do not point here yet, `active`, or `broken` after it lost its proof. Null without a domain.",
      readOnly: true,
      examples: ["active"],
    }),
  domain_since: date("Domain since", "When the domain entered its phase; null without a domain."),
  domain_checked_at: date("Domain checked at", "When DNS was last checked; null before the first check."),
  domain_next_check_at: date(
    "Next domain check",
    "Time of the next DNS check; null without a domain and for names in a private network.",
  ),
  domain_offline_at: date(
    "Domain offline at",
    "When an active domain without proof goes offline unless the proof returns first; null otherwise.",
  ),
  domain_records: z.array(DomainRecord).meta({
    title: "DNS records to create",
    description:
      "What proves ownership: the CNAME record, or the A and AAAA records, or the TXT record. Empty before the first check.",
    readOnly: true,
  }),
  domain_answers: z.array(DomainRecord).nullable().meta({
    title: "DNS records found",
    description: "The records that the last check found; null while name servers have not responded.",
    readOnly: true,
  }),
};
