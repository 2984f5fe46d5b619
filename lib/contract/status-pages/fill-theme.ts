import { PRESETS } from "./presets/registry";
import type { PageTheme, Theme } from "./theme-schema";

type Given<Value> = Partial<Value> | null | undefined;

export type PartialTheme = {
  [Name in Exclude<keyof Theme, "light" | "dark" | "cover">]?: Theme[Name] | null | undefined;
} & { [Name in "light" | "dark" | "cover"]?: Given<Theme[Name]> };

/** Fields of a theme beyond its colors. */
const LOOK = ["preset", "cover", "radius", "font", "density", "header", "bars"] as const;

/** Completes a partial theme from its preset, or from `standard`. */
export function fillTheme({ preset, light, dark, cover, ...given }: PartialTheme): Theme {
  const base = PRESETS[preset && preset !== "custom" ? preset : "standard"];
  const set = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  return {
    ...base,
    ...set,
    preset: preset ?? base.preset,
    light: { ...base.light, ...light },
    dark: { ...base.dark, ...dark },
    cover: { ...base.cover, ...cover },
  };
}

/** Returns a partial theme as it is stored and returned: complete, but without a look if it chose none. */
export function pageTheme(given: PartialTheme): PageTheme {
  const theme = fillTheme(given);
  if (LOOK.some((name) => given[name] !== null && given[name] !== undefined)) return theme;
  const { light, dark, rounded, border_width } = theme;
  return { light, dark, rounded, border_width };
}
