import type { ReportSort } from "@/lib/contract/reports/reports";
import { csvText } from "@/lib/domain/core/csv";
import { MAX_REPORT_YEARS } from "@/lib/domain/reports/range";
import { pageNumber } from "@/lib/presenters/core/page-number";
import type { PageMeta } from "@/lib/presenters/core/page-range";
import { isoSeconds, now, yearsAfter } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";

export const REPORT_RANGES = [
  { value: "7", label: "7 d" },
  { value: "30", label: "30 d" },
  { value: "90", label: "90 d" },
  { value: "365", label: "1 y" },
] as const;
type ReportRange = (typeof REPORT_RANGES)[number]["value"];

/** Number of monitors on one page of a report. */
export const REPORT_ROWS = 50;

/** View of the Reports page, as kept in its URL. */
export interface ReportView {
  /** The last days, unless both dates are chosen. */
  range: ReportRange;
  /** The first and the last day of a chosen range, UTC, such as `2026-11-01`. */
  dates: { from: string; to: string } | null;
  /** Limits the report to monitors with this tag; empty means all. */
  tag: string;
  sort: ReportSort;
  page: number;
}

/** The columns of the report that sort it, each with the order of a first click. */
export const REPORT_SORT_COLUMNS = {
  name: "name",
  availability: "availability",
  downtime: "-downtime",
} as const satisfies Record<string, ReportSort>;

const DEFAULT_SORT = REPORT_SORT_COLUMNS.availability;
const SORTS = Object.keys(REPORT_SORT_COLUMNS).flatMap((column) => [column, `-${column}`]) as ReportSort[];

/** Returns the first and the last day of the calendar month before, UTC. */
export function lastMonth(at: Date): { from: string; to: string } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const day = (ms: number) => isoSeconds(new Date(ms)).slice(0, 10);
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
}

/** Reads the view from a query. Drops invalid values, so that old links never break the page. */
export function readReportView(source: { get(name: string): string | null }): ReportView {
  const [from, to] = [source.get("from") ?? "", source.get("to") ?? ""];
  return {
    range: REPORT_RANGES.find(({ value }) => value === source.get("days"))?.value ?? "30",
    dates: isDay(from) && isDay(to) && isRange(from, to) ? { from, to } : null,
    tag: /^[a-z0-9._:-]{1,100}$/.test(source.get("tag") ?? "") ? (source.get("tag") ?? "") : "",
    sort: SORTS.find((sort) => sort === source.get("sort")) ?? DEFAULT_SORT,
    page: pageNumber(source.get("page")),
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function isRange(from: string, to: string): boolean {
  const end = Date.parse(to) + DAY_MS;
  return from <= to && end <= yearsAfter(new Date(from), MAX_REPORT_YEARS).getTime();
}

/** Returns the URL of a view, without default values. */
export function reportAddress({ range, dates, tag, sort, page }: ReportView): string {
  const search = new URLSearchParams();
  if (dates) {
    search.set("from", dates.from);
    search.set("to", dates.to);
  } else if (range !== "30") search.set("days", range);
  if (tag) search.set("tag", tag);
  if (sort !== DEFAULT_SORT) search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `/reports?${search}` : "/reports";
}

/** Returns the input to read a page of a report; the last days are the range that a monitor's page uses too. */
export function reportInput({ range, dates, tag, sort, page }: ReportView) {
  const days = Number(range) * DAY_MS;
  const from = dates ? new Date(dates.from) : new Date(now().getTime() - days);
  const to = dates ? { to: new Date(Date.parse(dates.to) + DAY_MS).toISOString() } : {};
  return {
    query: { from: from.toISOString(), ...to, ...(tag && { tag: [tag] }), sort, page, per_page: REPORT_ROWS },
  };
}

/** Returns the position of a page of a report in the list of all its monitors. */
export function reportMeta(shown: number, total: number, page: number): PageMeta {
  const from = (page - 1) * REPORT_ROWS + 1;
  return {
    current_page: page,
    from: shown > 0 ? from : null,
    to: shown > 0 ? from + shown - 1 : null,
    total,
  };
}

interface Row {
  name: string;
  availability: number | null;
  coverage: number | null;
  downtime: number;
  incident_count: number;
  mttr: number | null;
  mtbf: number | null;
  response_time: { p50: number | null; p95: number | null; p99: number | null };
}

export function reportCsv(rows: readonly Row[]): string {
  const head = [
    "monitor",
    "availability_percent",
    "coverage_percent",
    "downtime_seconds",
    "incidents",
    "mttr_seconds",
    "mtbf_seconds",
    "p50_ms",
    "p95_ms",
    "p99_ms",
  ];
  const lines = rows.map((row) => [
    row.name,
    row.availability,
    row.coverage,
    row.downtime,
    row.incident_count,
    row.mttr,
    row.mtbf,
    row.response_time.p50,
    row.response_time.p95,
    row.response_time.p99,
  ]);
  return csvText([head, ...lines]);
}
