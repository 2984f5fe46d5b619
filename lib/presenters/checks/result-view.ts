import type { Region } from "@/lib/contract/core/regions";
import { REGION_LIST } from "@/lib/presenters/core/region-names";

const RESULT_KINDS = [
  ["", "All checks"],
  ["down", "Failed"],
  ["recorded", "Failed, with request and response"],
  ["inconclusive", "Inconclusive"],
] as const;

/** Selection of a monitor's listed checks, as kept in the URL. */
export interface ResultView {
  kind: (typeof RESULT_KINDS)[number][0];
  /** Empty for all regions. */
  region: Region | "";
  /** ISO 8601 in UTC; empty for no limit. */
  from: string;
  to: string;
}

/** Returns the kinds to choose from. Results of monitors that no region checks have no requests. */
export function kindsOf(
  isReported: boolean,
): readonly (readonly [kind: ResultView["kind"], label: string])[] {
  if (!isReported) return RESULT_KINDS;
  return [
    ["", "All results"],
    ["down", "Failed"],
  ];
}

export const ALL_RESULTS: ResultView = { kind: "", region: "", from: "", to: "" };

const NAMES = { kind: "checks", region: "checks_region", from: "checks_from", to: "checks_to" } as const;

/** Reads the view from a query. Drops invalid values, so that a broken link still shows the page. */
export function readResultView(source: { get(name: string): string | null }): ResultView {
  const kind = source.get(NAMES.kind);
  const region = source.get(NAMES.region);
  return {
    kind: RESULT_KINDS.find(([value]) => value === kind)?.[0] ?? "",
    region: REGION_LIST.find(([code]) => code === region)?.[0] ?? "",
    from: instant(source.get(NAMES.from)),
    to: instant(source.get(NAMES.to)),
  };
}

function instant(given: string | null): string {
  const isValid = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(given ?? "") && Date.parse(given ?? "") > 0;
  return isValid ? (given ?? "") : "";
}

/** Returns the link to a view, below the monitor's page, along with the other parameters of that page. */
export function resultsHref(view: Partial<ResultView>, page?: URLSearchParams): string {
  const search = new URLSearchParams(page);
  for (const [key, value] of Object.entries({ ...ALL_RESULTS, ...view })) {
    const name = NAMES[key as keyof ResultView];
    if (value) search.set(name, value);
    else search.delete(name);
  }
  return `?${search}#results`;
}

/** Returns a period of `ms` milliseconds, to the second, as part of a view. */
export function periodFrom(at: number, ms: number): Pick<ResultView, "from" | "to"> {
  const text = (time: number) => new Date(time).toISOString().replace(/\.\d+/, "");
  return { from: text(at), to: text(at + ms) };
}

/** Returns the API's filter for a view. */
export function resultFilter({ kind, region, from, to }: ResultView) {
  return {
    ...(kind === "recorded" ? { with_trace: "true" as const } : kind && { outcome: kind }),
    ...(region && { region }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
