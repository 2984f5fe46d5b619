import * as z from "zod";

/** A filter that may be repeated (`tag=a&tag=b`) or comma-joined (`tag=a,b`): any of the values matches. */
export function repeated<Item extends z.ZodType>(item: Item) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) =>
      [given]
        .flat()
        .flatMap((text) => text.split(","))
        .filter((text) => text !== ""),
    )
    .pipe(z.array(item as z.ZodType<z.output<Item>, string>).max(100))
    .optional();
}

/** `page` and `per_page` of a list. */
export const PageQuery = z.object({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: "Page, from 1.", examples: [1] }),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({
      description: "Items a page, 1 to 100.",
      examples: [20],
    }),
});
export type PageQuery = z.infer<typeof PageQuery>;
