import * as z from "zod";
import { COUNTED_MAX } from "./count";

const MAX_VALUES = 100;

/** Converts decimal text for a numeric filter. Leaves anything else for the schema to reject. */
function toNumber(value: string): number | string {
  return /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
}

/** Returns a filter that matches any of several values, repeated (`tag=a&tag=b`) or comma-separated (`tag=a,b`). */
export function repeated<Item extends z.ZodType<unknown, string | number>>(item: Item) {
  const isNumber = item instanceof z.ZodNumber;
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) =>
      [given]
        .flat()
        .flatMap((text) => text.split(","))
        .map((text) => text.trim())
        .filter((text) => text !== "")
        .map((text) => (isNumber ? toNumber(text) : text)),
    )
    .pipe(z.array(item).max(MAX_VALUES))
    .optional();
}

/** Returns the filter for part of a string. The description names the fields that are searched. */
export function searchIn(fields: string, example: string) {
  return z
    .string()
    .trim()
    .max(250)
    .optional()
    .meta({ description: `Part of the ${fields}, ignoring case.`, examples: [example] });
}

export const MAX_PER_PAGE = 100;

export const PageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .meta({ description: "Page number, starting at 1. A page past the end is empty.", examples: [1] }),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PER_PAGE)
    .default(20)
    .meta({ description: "Items per page, 1 to 100.", examples: [20] }),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** The query of every list, besides its filters. */
export const ListQuery = PageQuery.extend({
  with_total: z
    .enum(["true", "false", "about"])
    .default("false")
    .meta({
      description: `\`true\` adds the number of all matching items to \`meta\`, as \`total\`. \`about\` is faster in long lists: it counts no further than ${COUNTED_MAX + 1}, or one past the page if that is more, and \`links.last\` is the last page counted.`,
      examples: ["true"],
    }),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** Returns the list envelope around `item`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), meta: ListMeta, links: ListLinks });
}

export const ListMeta = z.object({
  current_page: z.number().int(),
  from: z
    .number()
    .int()
    .nullable()
    .meta({ description: "Position of the first item, starting at 1; null on an empty page." }),
  to: z.number().int().nullable().meta({ description: "Position of the last item; null on an empty page." }),
  per_page: z.number().int(),
  total: z
    .number()
    .int()
    .optional()
    .meta({ description: "Number of all matching items; only with `with_total`." }),
  path: z.string().meta({ description: "Absolute URL without the query.", format: "uri" }),
});
export const ListLinks = z.object({
  first: z.string().meta({ format: "uri" }),
  last: z.string().meta({ format: "uri" }),
  prev: z.string().nullable().meta({ description: "Null on the first page." }),
  next: z.string().nullable().meta({ description: "Null on the last page." }),
});
export type ListMeta = z.infer<typeof ListMeta>;
export type ListLinks = z.infer<typeof ListLinks>;
