import { csvText } from "@/lib/domain/core/csv";
import type { PageMeta } from "@/lib/presenters/core/page-range";
import { now } from "@/lib/shared/clock";

export const REPORT_RANGES = [
  { value: "7", label: "7 d" },
  { value: "30", label: "30 d" },
  { value: "90", label: "90 d" },
  { value: "365", label: "1 y" },
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number]["value"];

/** Number of monitors on one page of a report. */
export const REPORT_ROWS = 100;

export function readRange(given: string | null): ReportRange {
  return REPORT_RANGES.find(({ value }) => value === given)?.value ?? "30";
}

/** Returns the input to read one page of a report over the last days, the window that a monitor's page uses too. */
export function reportInput(range: ReportRange, page: number) {
  const from = new Date(now().getTime() - Number(range) * 86_400_000);
  return { query: { from: from.toISOString(), page, per_page: REPORT_ROWS } };
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
}

/** Returns the report as CSV. */
export function reportCsv(rows: readonly Row[]): string {
  const head = [
    "monitor",
    "availability_percent",
    "coverage_percent",
    "downtime_seconds",
    "incidents",
    "mttr_seconds",
    "mtbf_seconds",
  ];
  const lines = rows.map((row) => [
    row.name,
    row.availability,
    row.coverage,
    row.downtime,
    row.incident_count,
    row.mttr,
    row.mtbf,
  ]);
  return csvText([head, ...lines]);
}
