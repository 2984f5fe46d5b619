import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { en } from "./en";
import type { Words } from "./words";

const WORDS: Readonly<Record<PageLanguage, Words>> = { en };

/** Returns every text in the language of a page. */
export function wordsOf({ language }: { readonly language: PageLanguage }): Words {
  return WORDS[language];
}
