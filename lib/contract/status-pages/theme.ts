import * as z from "zod";
import { pageTheme } from "./fill-theme";
import { PRESETS } from "./presets/registry";
import { Palette, Theme } from "./theme-schema";

const fields = Theme.shape;

const PaletteInput = Palette.partial();

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
  .transform((given) => pageTheme(given ?? {}))
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from its preset, or from `standard`. Responses contain the complete theme.",
  });

export const DEFAULT_THEME: Theme = PRESETS.standard;
