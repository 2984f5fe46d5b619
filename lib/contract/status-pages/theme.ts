import * as z from "zod";
import { must } from "@/lib/contract/core/wording";

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

const color = (title: string) =>
  z
    .string()
    .regex(HEX_COLOR, must("be # and six hexadecimal digits, such as #16a34a"))
    .meta({ title, examples: ["#16a34a"] });

const PaletteFields = {
  operational: color("Operational"),
  degraded_performance: color("Degraded performance"),
  partial_outage: color("Partial outage"),
  major_outage: color("Major outage"),
  maintenance: color("Maintenance"),
  empty: color("No data"),
  background: color("Background"),
  foreground: color("Text"),
  foreground_muted: color("Muted text"),
  background_card: color("Cards"),
};

/** The ten colors of one color scheme. */
export const Palette = z.object(PaletteFields);
export type Palette = z.infer<typeof Palette>;

/** The complete theme of a status page. */
export const Theme = z
  .object({
    light: Palette,
    dark: Palette,
    rounded: z.boolean().meta({ title: "Rounded corners", examples: [true] }),
    border_width: z
      .number()
      .int()
      .min(0)
      .max(3)
      .meta({
        title: "Border width",
        description: "Pixels, 0 to 3.",
        examples: [1],
      }),
  })
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from the default. Responses contain the complete theme.",
  });
export type Theme = z.infer<typeof Theme>;

/** A theme as a caller sends it: any part of it. */
export const ThemeInput = z
  .object({
    light: Palette.partial().nullish(),
    dark: Palette.partial().nullish(),
    rounded: Theme.shape.rounded.nullish(),
    border_width: Theme.shape.border_width.nullish(),
  })
  .nullable()
  .transform((given) => fillTheme(given ?? {}))
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from the default. Responses contain the complete theme.",
  });

const STATE_COLORS = {
  operational: "#16a34a",
  degraded_performance: "#fbbf24",
  partial_outage: "#f59e0b",
  major_outage: "#ef4444",
  maintenance: "#6366f1",
  empty: "#d3d3d3",
};

export const DEFAULT_THEME: Theme = {
  light: {
    ...STATE_COLORS,
    background: "#ffffff",
    foreground: "#000000",
    foreground_muted: "#737373",
    background_card: "#fafafa",
  },
  dark: {
    ...STATE_COLORS,
    background: "#111111",
    foreground: "#ffffff",
    foreground_muted: "#959595",
    background_card: "#1a1a1a",
  },
  rounded: true,
  border_width: 1,
};

interface PartialTheme {
  light?: Partial<Palette> | null;
  dark?: Partial<Palette> | null;
  rounded?: boolean | null;
  border_width?: number | null;
}

/** Completes a partial theme from the default. */
export function fillTheme(given: PartialTheme): Theme {
  return {
    light: { ...DEFAULT_THEME.light, ...given.light },
    dark: { ...DEFAULT_THEME.dark, ...given.dark },
    rounded: given.rounded ?? DEFAULT_THEME.rounded,
    border_width: given.border_width ?? DEFAULT_THEME.border_width,
  };
}
