import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Region } from "@/lib/contract/core/regions";

/** A certificate that a check of a monitor saw. */
export const Certificate = z.object({
  id: Id,
  project_id: Id,
  monitor_id: Id,
  region: Region.meta({ description: "The region that saw it first." }),
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
      description: "The certificates above it that the server sent along, its issuer's first.",
    }),
  active: z.boolean().meta({
    title: "In use",
    description:
      "Whether checks see it now; several are where a monitor reaches several servers. False once another took its place.",
    examples: [true],
  }),
  warned_days: z
    .number()
    .int()
    .nullable()
    .meta({
      title: "Warned of",
      description:
        "How many days before it expires an alert rule that counts for the monitor warns first; null when none does.",
      examples: [14],
    }),
  last_seen_at: DateOut.meta({
    title: "Seen last",
    description: "When a check saw it last, to the hour.",
  }),
  created_at: DateOut.meta({ description: "When it was seen first." }),
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
      description: "Only those in use that expire within so many days, 0 to 366, or have expired.",
      examples: [60],
    }),
});
export type CertificateFilter = z.infer<typeof CertificateFilter>;

export const listCertificates = endpoint({
  id: "listCertificates",
  method: "GET",
  path: "/uptime/certificates",
  scope: "project",
  permission: "uptime:read",
  tag: "Certificates",
  summary: "List certificates",
  description: "Certificates that checks saw, newest first: those in use (`active`) and those before them.",
  query: CertificateFilter,
  response: Certificate,
  list: true,
  status: 200,
});
