import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";

export const AUDIT_SUBJECTS = [
  "user",
  "invitation",
  "api_key",
  "project",
  "integration",
  "alert_rule",
  "status_page",
  "monitor",
  "incident",
  "maintenance_window",
  "runner",
] as const;

export const AuditEntry = z.object({
  id: Id,
  actor: z.object({
    type: z.enum(["user", "api_key", "system"]),
    id: Id.nullable(),
    label: z.string(),
  }),
  action: z.string().meta({ examples: ["member.role_changed"] }),
  subject: z.object({
    type: z.string().nullable(),
    id: Id.nullable(),
    label: z
      .string()
      .nullable()
      .meta({ description: "The current name, or the name it had when it was deleted." }),
  }),
  project: z.object({ id: Id, name: z.string() }).nullable(),
  detail: z.record(z.string(), z.unknown()),
  names: z.record(z.string(), z.string()).meta({
    description:
      "The current names of the records whose IDs `detail` contains, by type and ID. Deleted records have none.",
    examples: [{ "monitor 12": "Checkout" }],
  }),
  created_at: DateOut,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilter = z.object({
  subject: repeated(
    z.enum(AUDIT_SUBJECTS).meta({ description: "Type of the changed record.", examples: ["user"] }),
  ),
  user_id: repeated(Id.meta({ description: "User who made the change." })),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const endpoints = endpointsOf("session", "Audit log", {
  listAuditLog: {
    at: "GET /audit-log",
    summary: "List audit log entries",
    description: "For owners and admins. Newest first, kept indefinitely.",
    query: AuditFilter,
    response: AuditEntry,
    list: true,
  },
});
