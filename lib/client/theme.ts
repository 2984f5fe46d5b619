import { saveViewCookie, THEME_COOKIE } from "./view-cookies";

export type ThemeChoice = "system" | "light" | "dark";

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
  saveViewCookie(THEME_COOKIE, theme === "system" ? null : theme);
}
