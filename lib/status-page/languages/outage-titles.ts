import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import { listText } from "./intl";

type Title = (subject: string) => string;

interface OutageTitles {
  /** Stands for no component. */
  readonly service: string;
  /** Stands for all components but the first. */
  readonly others: (count: number) => string;
  readonly down: Title;
  readonly partial: Title;
  readonly degraded: Title;
  readonly maintenance: Title;
  readonly notice: Title;
}

/** Returns the titles of incidents without an update: what is affected and how, without anything the checks know. */
export function outageTitles(language: PageLanguage, titles: OutageTitles) {
  const known: Partial<Record<PageState, Title>> = {
    major_outage: titles.down,
    partial_outage: titles.partial,
    degraded_performance: titles.degraded,
    maintenance: titles.maintenance,
  };
  return (names: readonly string[], state: PageState): string => {
    const [first = titles.service, ...rest] = names;
    const shown = rest.length > 1 ? [first, titles.others(rest.length)] : [first, ...rest];
    return (known[state] ?? titles.notice)(listText(shown, language));
  };
}
