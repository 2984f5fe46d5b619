import { PAGE_LANGUAGES, type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import type { PageSettings } from "@/lib/status-page/model/model";

/** Paths that exist in every language: documents, feeds, and the calendar. Programs read the rest, which has no language. */
const TRANSLATED =
  /^(?:|404|history(?:\/[\d-]{1,10}|(?:\.slack)?\.rss|\.atom|\.json)?|maintenance\.ics|languages|time-zone|theme|(?:incidents|components|maintenance)\/[A-Za-z\d-]{1,40}|subscribe(?:\/[a-z-]{1,20})?|sign-in)$/;

/** A path below a page, and the language that it asks for. */
export interface LanguagePath {
  /** Without the language. */
  readonly path: string;
  readonly language: PageLanguage;
  /** Whether the path names the language, as in `de/history`. */
  readonly isNamed: boolean;
}

/** Parses a path. Without a language, or for content that has none, it's the page's own. */
export function languagePath(path: string, page: { readonly language: string }): LanguagePath {
  const [first = "", ...rest] = path.split("/");
  const language = PAGE_LANGUAGES.find((known) => known === first);
  const below = rest.join("/");
  return language && TRANSLATED.test(below)
    ? { path: below, language, isNamed: true }
    : { path, language: pageLanguage(page.language), isNamed: false };
}

/** Returns the language that a browser's user prefers, of those that pages have. */
export function preferredLanguage(acceptLanguage: string | undefined): PageLanguage {
  const wanted = (acceptLanguage ?? "").split(",").map((each) => {
    const [code = "", weight] = each.split(";");
    const quality = Number(weight?.trim().replace(/^q=/, "") ?? 1);
    return { code: code.trim().toLowerCase(), quality };
  });
  wanted.sort((a, b) => b.quality - a.quality);
  for (const { code } of wanted) {
    const of = (wanted = "") => PAGE_LANGUAGES.find((language) => language.toLowerCase() === wanted);
    const known = of(code) ?? of(code.split("-")[0]);
    if (known) return known;
  }
  return "en";
}

/** Returns the key under which a page keeps what a path asks for. */
export function keyOf({ path, language, isNamed }: LanguagePath): string {
  return isNamed ? `${language}/${path}` : path;
}

/** Returns the prefix of the paths and URLs in a language: `/de`; empty for the page's own. */
export function languagePrefix(language: PageLanguage, own: string): string {
  return language === own ? "" : `/${language}`;
}

/** Returns a page's settings for readers of a language. */
export function inLanguage(settings: PageSettings, language: PageLanguage): PageSettings {
  const { root, rootUrl, ownLanguage } = settings;
  const prefix = languagePrefix(language, ownLanguage);
  return { ...settings, language, base: `${root}${prefix}`, url: `${rootUrl}${prefix}` };
}
