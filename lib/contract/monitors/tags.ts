import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { must } from "@/lib/contract/core/wording";
import { TAG_FORM, TAG_MAX } from "./tag-form";

export const TAGS_PER_ORGANIZATION = 200;

export const Tag = z
  .string()
  .min(1)
  .max(TAG_MAX)
  .regex(TAG_FORM, must("contain only lowercase letters, digits and . _ : -"))
  .meta({ title: "Tag", examples: ["team:web"] });

/** The tags of a resource, in the given order; null for none. */
export const Tags = z
  .array(Tag)
  .max(20)
  .refine((tags) => new Set(tags).size === tags.length, must("not contain duplicates"))
  .nullable()
  .meta({
    title: "Tags",
    description:
      "At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags.",
    examples: [["production", "team:web"]],
  });
export type Tags = z.infer<typeof Tags>;

/** A tag used in the project. */
export const TagInUse = z.object({
  tag: z.string(),
  monitors: z.number().int(),
  incidents: z.number().int(),
  status_pages: z.number().int(),
  maintenance_windows: z.number().int(),
  total: z.number().int(),
});
export type TagInUse = z.infer<typeof TagInUse>;

export const endpoints = endpointsOf("project", "Tags", {
  listTags: {
    at: "GET /uptime/tags",
    summary: "List tags in use",
    description:
      "Sorted by name, with the number of monitors, incidents, status pages, and maintenance windows that use each tag.",
    response: TagInUse,
    list: true,
  },
  renameTag: {
    at: "POST /uptime/tags/{tag}",
    summary: "Rename or merge a tag",
    description:
      "Replaces the tag everywhere in the project, including templates, alert rules, recurring maintenance, and saved filters. If the new tag already exists, the tags are merged.",
    params: z.object({ tag: Tag }),
    body: z.object({ tag: Tag }),
    response: TagInUse,
  },
});
