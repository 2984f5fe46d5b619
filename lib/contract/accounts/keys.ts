import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, text } from "@/lib/contract/core/fields";
import { Confirmation } from "./confirmation";

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
      "`organization`: all projects, selected with a project header. `project`: a single project. `user`: you, with your role. Only owners and admins can create the first two.",
    examples: ["project"],
  }),
  name,
  project_id: Id.nullish().meta({
    title: "Project",
    description: "For a project key. Defaults to the current project.",
  }),
  platform: access("Platform", "Projects, users, integrations, and alert rules.").default("none"),
  uptime: access("Uptime", "Monitors, incidents, status pages, and reports.").default("none"),
  expires_at: DateIn.nullish().meta({ title: "Expires at", description: "Null means never." }),
  current_password: Confirmation,
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
  token: z.string().meta({ description: "Shown only in this response; only its SHA-256 hash is stored." }),
});
export type CreatedKey = z.infer<typeof CreatedKey>;

export const endpoints = endpointsOf("session", "Keys", {
  listKeys: {
    at: "GET /keys",
    summary: "List active keys",
    description: "Owners and admins see all keys of the organization. Members see their own user tokens.",
    response: Key,
    list: true,
  },
  createKey: {
    at: "POST /keys",
    summary: "Create an API key or user token",
    body: CreateKey,
    response: CreatedKey,
    status: 201,
  },
  revokeKey: {
    at: "DELETE /keys/{keyId}",
    summary: "Revoke a key",
    description: "The key stops working immediately, on every server.",
  },
});
