import * as z from "zod";
import { Id, text } from "@/lib/contract/core/fields";

/** More would make the page too long to read, and its editor slow. */
export const MAX_COMPONENTS = 1000;

export const MonitorComponent = z.object({
  componentable_type: z.literal("uptime/monitor"),
  componentable_id: Id.meta({ title: "Monitor", description: "ID of a monitor in the project." }),
  display_name: text(1, 100)
    .nullable()
    .default(null)
    .meta({
      title: "Display name",
      description: "1 to 100 characters; null shows the monitor's name.",
      examples: ["Checkout"],
    }),
});
export type MonitorComponent = z.infer<typeof MonitorComponent>;

export const GroupComponent = z.object({
  componentable_type: z.literal("uptime/group"),
  name: text(1, 100).meta({ title: "Group", description: "1 to 100 characters.", examples: ["Europe"] }),
  is_expanded: z.boolean().default(false).meta({
    title: "Open",
    description:
      "Whether the group is initially expanded. A group with an active incident is always expanded.",
  }),
  components: z.array(MonitorComponent).max(MAX_COMPONENTS),
});
export type GroupComponent = z.infer<typeof GroupComponent>;

export const PageComponent = z.discriminatedUnion("componentable_type", [MonitorComponent, GroupComponent]);
export type PageComponent = z.infer<typeof PageComponent>;

/** Returns a list of components, whose form is that of the API or of a file, with the limits of a page. */
export function componentList<Item extends z.ZodType<object>>(item: Item) {
  return z
    .array(item)
    .max(MAX_COMPONENTS)
    .superRefine((components, context) => {
      const members = components.map((one) => ("components" in one ? one.components : null));
      const count = members.reduce<number>((sum, some) => sum + (Array.isArray(some) ? some.length : 1), 0);
      if (count <= MAX_COMPONENTS) return;
      context.addIssue({
        code: "custom",
        message: `components must contain at most ${MAX_COMPONENTS.toLocaleString("en-US")} monitors; got ${count.toLocaleString("en-US")}.`,
      });
    });
}

/** The components of a page in display order: monitors, and groups of monitors one level deep. */
export const PageComponents = componentList(PageComponent).meta({
  title: "Components",
  description: "At most 1,000, in display order. Groups are one level deep.",
  examples: [[{ componentable_type: "uptime/monitor", componentable_id: 1, display_name: "Website" }]],
});
export type PageComponents = z.infer<typeof PageComponents>;

/** The components of a stored page. Without the limits of a write, so that every page can be returned. */
export const ShownComponents = z
  .array(
    z.discriminatedUnion("componentable_type", [
      MonitorComponent,
      GroupComponent.extend({ components: z.array(MonitorComponent) }),
    ]),
  )
  .meta({ title: "Components", description: "In display order. Groups are one level deep." });
