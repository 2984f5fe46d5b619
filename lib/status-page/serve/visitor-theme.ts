import { createHash } from "node:crypto";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { PAGE_THEMES } from "@/lib/status-page/render/theme-document";
import { cookieValue } from "./cookie-value";
import { withLinkText } from "./link-text";

/** Path to which visitors send the theme that they choose. */
export const THEME_PATH = "theme";
export const THEME_COOKIE = "vedette_theme_";

export type VisitorTheme = "light" | "dark";

/** Returns whether a text is the name of a theme, or of that which follows the system. */
export function isTheme(name: string): boolean {
  return PAGE_THEMES.some((theme) => theme === name);
}

/** Returns the theme that a visitor chose for this page; null without one. */
export function chosenTheme(pageId: number, cookies: string | undefined): VisitorTheme | null {
  const name = cookieValue(themeCookieName(pageId), cookies);
  return name === "light" || name === "dark" ? name : null;
}

/** Returns the cookie's name. */
export function themeCookieName(pageId: number): string {
  return `${THEME_COOKIE}${pageId}`;
}

const CONDITIONS = { light: "@media not all", dark: "@media all" };
const BUTTON = /(name="theme" value="(\w{1,9})" aria-pressed=)"\w{1,5}"/g;
const STYLE = /<style>([^<]*)<\/style>/;

/** Returns a document in a theme. A page that has only one remains in it. */
export function inTheme(html: string, theme: VisitorTheme, language: PageLanguage): string {
  const { labeled, frame } = wordsOf({ language });
  const styled = html.replace(STYLE, (style) =>
    style
      .replace("color-scheme:light dark", `color-scheme:${theme}`)
      .replaceAll("@media(prefers-color-scheme:dark)", CONDITIONS[theme]),
  );
  const marked = styled.replace(BUTTON, (_, start: string, name: string) => `${start}"${name === theme}"`);
  return withLinkText(marked, `/${THEME_PATH}`, escapeHtml(labeled(frame.theme, frame.themes[theme])));
}

/** Returns headers whose policy allows a document's style. Nothing else about the policy changes with the theme. */
export function withStyleOf(
  html: string,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const hash = createHash("sha256")
    .update(STYLE.exec(html)?.[1] ?? "")
    .digest("base64");
  const policy = headers["Content-Security-Policy"]?.replace(/'sha256-[^']*'/, `'sha256-${hash}'`);
  return policy ? { ...headers, "Content-Security-Policy": policy } : headers;
}
