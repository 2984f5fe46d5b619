import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";

export const TAGS_PER_ORGANIZATION = 200;

export const Tag = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9._:-]+$/, "A tag holds lowercase letters, digits and . _ : - only.")
  .meta({ title: "Tag", examples: ["team:web"] });

/** Tags of a resource: order kept, null for none. */
export const Tags = z
  .array(Tag)
  .max(20)
  .refine((tags) => new Set(tags).size === tags.length, { message: "Each tag may stand only once." })
  .nullable()
  .meta({
    title: "Tags",
    description:
      "At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization.",
    examples: [["production", "team:web"]],
  });
export type Tags = z.infer<typeof Tags>;

/** A tag that stands on something in the project. */
export const TagInUse = z.object({
  tag: z.string(),
  monitors: z.number().int(),
  incidents: z.number().int(),
  status_pages: z.number().int(),
  maintenance_windows: z.number().int(),
  total: z.number().int(),
});
export type TagInUse = z.infer<typeof TagInUse>;

export const listTags = endpoint({
  id: "listTags",
  method: "GET",
  path: "/uptime/tags",
  scope: "project",
  permission: "uptime:read",
  tag: "Tags",
  summary: "List tags in use",
  description:
    "By name, with how often each stands on monitors, incidents, status pages and maintenance windows.",
  response: TagInUse,
  list: true,
  status: 200,
});
