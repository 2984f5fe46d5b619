import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Region } from "@/lib/contract/core/regions";

/** A certificate seen by a monitor's checks. */
export const Certificate = z.object({
  id: Id,
  project_id: Id,
  monitor_id: Id,
  region: Region.meta({ description: "Region that first saw the certificate." }),
  fingerprint_sha256: z.string().meta({ title: "SHA-256 fingerprint", examples: ["6A:1F:…"] }),
  serial_number: z.string().meta({ title: "Serial number", examples: ["04:5C:9E"] }),
  subject_common_name: z
    .string()
    .nullable()
    .meta({ title: "Subject", examples: ["example.com"] }),
  subject_alternative_names: z.array(z.string()).meta({ title: "Names", examples: [["example.com"]] }),
  issuer_common_name: z
    .string()
    .nullable()
    .meta({ title: "Issuer", examples: ["R11"] }),
  issuer_organization: z
    .string()
    .nullable()
    .meta({ examples: ["Let's Encrypt"] }),
  not_before: DateOut.meta({ title: "Valid from" }),
  not_after: DateOut.meta({ title: "Expires" }),
  chain: z
    .array(
      z.object({
        subject_common_name: z
          .string()
          .nullable()
          .meta({ examples: ["R11"] }),
        fingerprint_sha256: z.string(),
        not_before: DateOut,
        not_after: DateOut,
      }),
    )
    .meta({
      title: "Chain",
      description: "Intermediate certificates sent by the server, starting with the issuer.",
    }),
  expires_at: DateOut.meta({
    title: "First expiry",
    description:
      "When the first certificate on the verified path expires: this one or an intermediate certificate. Alert rules warn before this date.",
  }),
  expires_first: z
    .string()
    .nullable()
    .meta({
      title: "Expires first",
      description: "Name of the intermediate certificate that expires before this one, or null.",
      examples: [null],
    }),
  active: z.boolean().meta({
    title: "In use",
    description:
      "Whether checks currently see this certificate. A monitor that reaches several servers can have several certificates in use. False once another certificate has replaced it.",
    examples: [true],
  }),
  warned_days: z
    .number()
    .int()
    .nullable()
    .meta({
      title: "Expiry warning",
      description:
        "Number of days before expiry at which the first matching alert rule sends a warning; null when no rule applies.",
      examples: [14],
    }),
  last_seen_at: DateOut.meta({
    title: "Last seen",
    description: "When a check last saw the certificate, to the hour.",
  }),
  created_at: DateOut.meta({ description: "When a check first saw the certificate." }),
  updated_at: DateOut,
});
export type Certificate = z.infer<typeof Certificate>;

export const CertificateFilter = z.object({
  monitor_id: repeated(Id),
  expires_within: z.coerce
    .number()
    .int()
    .min(0)
    .max(366)
    .optional()
    .meta({
      description:
        "Returns only certificates in use that expire within this many days, 0 to 366, or have already expired.",
      examples: [60],
    }),
  active: z
    .enum(["true", "false"])
    .optional()
    .meta({
      description: "Returns only certificates in use, or only their predecessors.",
      examples: ["true"],
    }),
  sort: z
    .enum(["-id", "expires_at"])
    .optional()
    .meta({
      description: "`-id`, the default, or `expires_at` for those that expire first.",
      examples: ["expires_at"],
    }),
});
export type CertificateFilter = z.infer<typeof CertificateFilter>;

export const endpoints = endpointsOf("project", "Certificates", {
  listCertificates: {
    at: "GET /uptime/certificates",
    summary: "List certificates",
    description: "Certificates seen by checks, newest first: those in use (`active`) and their predecessors.",
    query: CertificateFilter,
    response: Certificate,
    list: true,
  },
});
