import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, text } from "@/lib/contract/core/fields";

export const KEY_KINDS = ["organization", "project", "user"] as const;
export const ACCESS_LEVELS = ["none", "read", "write"] as const;

const name = text(1, 100).meta({
  title: "Name",
  description: "1 to 100 characters.",
  examples: ["Terraform"],
});
const access = (title: string, description: string) =>
  z.enum(ACCESS_LEVELS).meta({ title, description, examples: ["write"] });

export const CreateKey = z.object({
  kind: z.enum(KEY_KINDS).meta({
    title: "Acts as",
    description:
      "organization: everything, with a project header; project: one project; user: you, with your role. The first two are made by owners and admins.",
    examples: ["project"],
  }),
  name,
  project_id: Id.nullish().meta({
    title: "Project",
    description: "Of a project key; the current one when left out.",
  }),
  platform: access("Platform", "Projects, users, integrations, alert rules.").default("none"),
  uptime: access("Uptime", "Monitors, incidents, status pages, reports.").default("none"),
  expires_at: DateIn.nullish().meta({ title: "Expires at", description: "Null: never." }),
});
export type CreateKey = z.infer<typeof CreateKey>;

export const Key = z.object({
  id: Id,
  kind: z.enum(KEY_KINDS),
  name,
  project: z.object({ id: Id, name: z.string() }).nullable(),
  prefix: z.string(),
  last_four: z.string(),
  platform: z.enum(ACCESS_LEVELS),
  uptime: z.enum(ACCESS_LEVELS),
  created_by: z.string().nullable(),
  last_used_at: DateOut.nullable(),
  expires_at: DateOut.nullable(),
  created_at: DateOut,
});
export type Key = z.infer<typeof Key>;

export const CreatedKey = Key.extend({
  token: z.string().meta({ description: "Shown this once; only its SHA-256 is stored." }),
});
export type CreatedKey = z.infer<typeof CreatedKey>;

export const KeyParams = z.object({ keyId: Id });

const shared = { scope: "session", tag: "Keys", permission: null } as const;

export const listKeys = endpoint({
  ...shared,
  id: "listKeys",
  method: "GET",
  path: "/keys",
  summary: "List live keys",
  description: "Owners and admins see all of the organization's keys, members their own user tokens.",
  response: Key,
  list: true,
  status: 200,
});

export const createKey = endpoint({
  ...shared,
  id: "createKey",
  method: "POST",
  path: "/keys",
  summary: "Create a key or a user token",
  body: CreateKey,
  response: CreatedKey,
  status: 201,
});

export const revokeKey = endpoint({
  ...shared,
  id: "revokeKey",
  method: "DELETE",
  path: "/keys/{keyId}",
  summary: "Revoke a key",
  description: "It stops working with its next call, on every server.",
  params: KeyParams,
  response: null,
  status: 204,
});
