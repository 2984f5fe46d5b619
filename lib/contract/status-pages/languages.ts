/** The languages of status pages by BCP 47 code: their own names, and the direction in which they are read. */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr" },
  "en-GB": { name: "English (UK)", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  it: { name: "Italiano", direction: "ltr" },
  nl: { name: "Nederlands", direction: "ltr" },
  pl: { name: "Polski", direction: "ltr" },
  pt: { name: "Português", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
  ja: { name: "日本語", direction: "ltr" },
  zh: { name: "简体中文", direction: "ltr" },
} as const satisfies Record<string, { name: string; direction: "ltr" | "rtl" }>;
export type PageLanguage = keyof typeof LANGUAGES;

/** The codes of all languages, in the order of lists. */
export const PAGE_LANGUAGES = Object.keys(LANGUAGES) as [PageLanguage, ...PageLanguage[]];

/** Returns the HTML direction of a language; undefined for the usual one. */
export function directionOf(language: PageLanguage): "rtl" | undefined {
  const { direction } = LANGUAGES[language];
  return direction === "rtl" ? direction : undefined;
}

/** Returns the attributes of a document in a language. */
export function writtenIn(language: PageLanguage): { lang: PageLanguage; dir: "ltr" | "rtl" } {
  return { lang: language, dir: LANGUAGES[language].direction };
}

/** Returns the language of a code; English for a code that isn't supported. */
export function pageLanguage(code: string): PageLanguage {
  return PAGE_LANGUAGES.find((language) => language === code) ?? "en";
}
