import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { MAX_BORDER_PX, MAX_RADIUS_PX } from "./theme-limits";

/** Presets that fill a theme's missing values. `custom` is the owner's own theme. */
export const PRESET_NAMES = ["standard", "compact", "editorial", "terminal", "soft", "custom"] as const;
export const FONTS = ["system", "geist", "serif", "mono"] as const;
export const DENSITIES = ["comfortable", "compact"] as const;
export const HEADERS = ["left", "centered", "cover"] as const;
export const BAR_STYLES = ["bars", "lines", "blocks", "ribbon"] as const;

/** Without a flag, which the pattern of a JSON schema can't have. */
const HEX_COLOR = /^#[0-9a-fA-F]{6}$/;

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

/** The colors of one color scheme. */
export const Palette = z.object(PaletteFields);
export type Palette = z.infer<typeof Palette>;

const Cover = z.object({ light: color("Cover"), dark: color("Cover") }).meta({
  title: "Cover",
  description:
    "Background of the header in each color scheme if `header` is `cover`. Its text is black or white, whichever has more contrast.",
  examples: [{ light: "#4f46e5", dark: "#3730a3" }],
});

/** The complete theme of a status page. */
export const Theme = z
  .object({
    preset: z.enum(PRESET_NAMES).meta({
      title: "Preset",
      description:
        "Preset that fills missing values. `custom` fills them from `standard` and marks your own theme. Defaults to `standard`.",
      examples: ["standard"],
    }),
    light: Palette,
    dark: Palette,
    cover: Cover,
    rounded: z.boolean().meta({ title: "Rounded corners", examples: [true] }),
    radius: z
      .number()
      .int()
      .min(0)
      .max(MAX_RADIUS_PX)
      .meta({
        title: "Corner radius",
        description: `Pixels, 0 to ${MAX_RADIUS_PX}. Ignored if \`rounded\` is false.`,
        examples: [8],
      }),
    border_width: z
      .number()
      .int()
      .min(0)
      .max(MAX_BORDER_PX)
      .meta({
        title: "Border width",
        description: "Pixels, 0 to 3.",
        examples: [1],
      }),
    font: z.enum(FONTS).meta({
      title: "Font",
      description: "`geist` is served by the page itself. The others are fonts of the visitor's system.",
      examples: ["system"],
    }),
    density: z.enum(DENSITIES).meta({ title: "Density", examples: ["comfortable"] }),
    header: z.enum(HEADERS).meta({
      title: "Header",
      description: "`cover` puts the logo on a band in the cover color.",
      examples: ["left"],
    }),
    bars: z.enum(BAR_STYLES).meta({ title: "Day bars", examples: ["bars"] }),
  })
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from its preset. Responses contain the complete theme.",
  });
export type Theme = z.infer<typeof Theme>;

/** A theme as the API returns it and as it is stored. */
export const PageTheme = Theme.partial({
  preset: true,
  cover: true,
  radius: true,
  font: true,
  density: true,
  header: true,
  bars: true,
}).meta({
  title: "Theme",
  description:
    "The complete theme. `preset`, `cover`, `radius`, `font`, `density`, `header` and `bars` are absent as long as none of them was set. Then they have the values of `standard`.",
});
export type PageTheme = z.infer<typeof PageTheme>;
