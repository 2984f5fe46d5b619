// Written by the browser, read by the root layout.

export const THEME_COOKIE = "vedette_theme";
/** The viewer's time zone, so that the server writes times as the viewer's clock shows them. */
export const ZONE_COOKIE = "vedette_zone";

const YEAR_SECONDS = 31_536_000;

/** Saves a cookie for a year; null removes it. */
export function saveViewCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${value === null ? 0 : YEAR_SECONDS}; samesite=lax`;
}
