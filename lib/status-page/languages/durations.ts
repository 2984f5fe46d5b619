import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { type DurationUnit, durationParts } from "@/lib/domain/core/wording";
import { localeOf } from "./intl";

interface Style {
  /** How long the names of units are. */
  readonly units: "long" | "short";
  /** How long the names of days are, where the short ones are unusual. */
  readonly days?: "long";
  /** Joins the two units. */
  readonly joint: string;
  /** Whether a space separates a number from its unit, for languages in which Intl sets one that readers don't expect. */
  readonly tight?: boolean;
}

/** Returns a formatter of durations in the two largest units, with the unit names and plurals of a language. */
export function durations(
  language: PageLanguage,
  { units, days, joint, tight }: Style,
): (seconds: number) => string {
  const formats = new Map<DurationUnit, Intl.NumberFormat>();
  const formatOf = (unit: DurationUnit) => {
    const known = formats.get(unit);
    if (known) return known;
    const made = new Intl.NumberFormat(localeOf(language), {
      style: "unit",
      unit,
      unitDisplay: (unit === "day" && days) || units,
    });
    formats.set(unit, made);
    return made;
  };
  return (seconds) => {
    const texts = durationParts(seconds).map(({ unit, number }) => formatOf(unit).format(number));
    const text = texts.join(joint);
    return tight ? text.replace(/\s/g, "") : text;
  };
}
