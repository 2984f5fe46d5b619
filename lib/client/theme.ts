import { THEME_COOKIE } from "./view-cookies";

export type ThemeChoice = "system" | "light" | "dark";

const YEAR_SECONDS = 31_536_000;

/** Reads the theme of this page, as the server wrote it into the document. */
export function readTheme(): ThemeChoice {
  if (typeof document === "undefined") return "system";
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Saves the theme in a cookie, so that the server renders the next page in the right colors without a blocking script. */
export function writeTheme(theme: ThemeChoice): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
