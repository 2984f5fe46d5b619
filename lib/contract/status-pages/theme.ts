import * as z from "zod";
import { pageTheme } from "./fill-theme";
import { PRESETS } from "./presets/registry";
import { Palette, Theme } from "./theme-schema";

const fields = Theme.shape;

/** The colors as a caller sends them. Earlier versions kept the cover among them. */
const PaletteInput = Palette.extend({
  cover: fields.cover.shape.light.meta({
    title: "Cover",
    description: "Use the theme's `cover`.",
    deprecated: true,
  }),
}).partial();

/** A theme as a caller sends it: any part of it. */
export const ThemeInput = z
  .object({
    preset: fields.preset.nullish(),
    light: PaletteInput.nullish(),
    dark: PaletteInput.nullish(),
    cover: fields.cover.partial().nullish(),
    rounded: fields.rounded.nullish(),
    radius: fields.radius.nullish(),
    border_width: fields.border_width.nullish(),
    font: fields.font.nullish(),
    density: fields.density.nullish(),
    header: fields.header.nullish(),
    bars: fields.bars.nullish(),
  })
  .nullable()
  .transform((given) => {
    const { cover: light, ...lightColors } = given?.light ?? {};
    const { cover: dark, ...darkColors } = given?.dark ?? {};
    const earlier = { ...(light && { light }), ...(dark && { dark }) };
    const cover = light || dark ? { ...earlier, ...given?.cover } : given?.cover;
    return pageTheme({ ...given, light: lightColors, dark: darkColors, cover });
  })
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from its preset, or from `standard`. Responses contain the complete theme.",
  });

export const DEFAULT_THEME: Theme = PRESETS.standard;
