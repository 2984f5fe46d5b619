import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { ar } from "./ar";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { it } from "./it";
import { ja } from "./ja";
import { nl } from "./nl";
import { pl } from "./pl";
import { pt } from "./pt";
import type { Words } from "./words";
import { zh } from "./zh";

const WORDS: Readonly<Record<PageLanguage, Words>> = {
  ar,
  de,
  en,
  "en-GB": en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  zh,
};

/** Returns every text in the language of a page. */
export function wordsOf({ language }: { readonly language: PageLanguage }): Words {
  return WORDS[language];
}
