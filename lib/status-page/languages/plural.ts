import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { localeOf, numberText } from "./intl";

/** The plural forms that whole numbers up to a million take in each language (CLDR). */
interface PluralForms {
  en: "one" | "other";
  "en-GB": "one" | "other";
  de: "one" | "other";
  es: "one" | "other";
  fr: "one" | "other";
  it: "one" | "other";
  nl: "one" | "other";
  pl: "one" | "few" | "many";
  pt: "one" | "other";
  ar: Intl.LDMLPluralRule;
  ja: "other";
  zh: "other";
}

/** Returns text with a count: the form that the language's rules choose, with `#` replaced by the number. */
export function plural<L extends PageLanguage>(
  language: L,
  forms: Readonly<Record<PluralForms[L], string>>,
): (count: number) => string {
  const known: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  const rules = new Intl.PluralRules(localeOf(language));
  // Forms for fractions and millions are left out.
  const rest = known.other ?? known.many ?? "";
  return (count) => (known[rules.select(count)] ?? rest).replace("#", numberText(count, language));
}
