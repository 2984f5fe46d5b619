import * as z from "zod";
import { PRESETS } from "./presets/registry";
import { Palette, Theme } from "./theme-schema";

const fields = Theme.shape;

/** A theme as a caller sends it: any part of it. */
export const ThemeInput = z
  .object({
    preset: fields.preset.nullish(),
    light: Palette.partial().nullish(),
    dark: Palette.partial().nullish(),
    rounded: fields.rounded.nullish(),
    radius: fields.radius.nullish(),
    border_width: fields.border_width.nullish(),
    font: fields.font.nullish(),
    density: fields.density.nullish(),
    header: fields.header.nullish(),
    bars: fields.bars.nullish(),
  })
  .nullable()
  .transform((given) => fillTheme(given ?? {}))
  .meta({
    title: "Theme",
    description:
      "Missing values of a partial object are filled from its preset, or from `standard`. Responses contain the complete theme.",
  });

export const DEFAULT_THEME: Theme = PRESETS.standard;

type PartialTheme = {
  [Name in Exclude<keyof Theme, "light" | "dark">]?: Theme[Name] | null;
} & {
  light?: Partial<Palette> | null;
  dark?: Partial<Palette> | null;
};

/** Completes a partial theme from its preset. */
export function fillTheme({ preset, light, dark, ...given }: PartialTheme): Theme {
  const base = preset && preset !== "custom" ? PRESETS[preset] : DEFAULT_THEME;
  const set = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  return {
    ...base,
    ...set,
    preset: preset ?? base.preset,
    light: { ...base.light, ...light },
    dark: { ...base.dark, ...dark },
  };
}
