import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";

export const ROLES = ["owner", "admin", "member"] as const;

export const UserName = text(1, 100).meta({
  title: "Name",
  description: "1 to 100 characters.",
  examples: ["Ada Lovelace"],
});

/** An email address as typed: trimmed, kept as written, compared case-insensitively. */
export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .meta({ title: "Email", description: "At most 254 characters.", examples: ["ada@example.com"] });

export const User = z.object({
  id: Id,
  name: UserName,
  role: z.enum(ROLES).meta({ title: "Role", examples: ["admin"] }),
  email: z.string().meta({ title: "Email", examples: ["ada@example.com"] }),
  created_at: DateOut,
  updated_at: DateOut,
});
export type User = z.infer<typeof User>;

export const UserFilter = z.object({
  email: repeated(
    z
      .string()
      .max(254)
      .meta({ description: "Exact email address, ignoring case.", examples: ["ada@example.com"] }),
  ),
});
export type UserFilter = z.infer<typeof UserFilter>;

export const endpoints = endpointsOf("project", "Users", {
  listUsers: {
    at: "GET /users",
    summary: "List users",
    description: "The members of the organization, newest first.",
    query: UserFilter,
    response: User,
    list: true,
  },
  getUser: { at: "GET /users/{userId}", summary: "Get a user", response: User },
});
