import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { weakPairs } from "@/lib/domain/status-pages/page-colors";

/** The theme of a page, and the color schemes in which it is shown. */
export type Look = { theme: Theme } & Pick<StatusPage, "color_scheme">;

export function shownSchemes(scheme: StatusPage["color_scheme"]): readonly ("light" | "dark")[] {
  return scheme === "all" ? ["light", "dark"] : [scheme];
}

/** Returns a sentence per pair of colors with too little contrast, only of schemes that visitors can see. */
export function contrastWarnings({ theme, color_scheme }: Look): string[] {
  return shownSchemes(color_scheme).flatMap((scheme) =>
    weakPairs(theme, scheme).map(
      ({ name, ratio, need }) =>
        `${name}, ${scheme}: the contrast is ${Math.floor(ratio * 10) / 10}, but should be at least ${need}.`,
    ),
  );
}
