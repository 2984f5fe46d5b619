import { csvText } from "@/lib/domain/core/csv";
import { now } from "@/lib/shared/clock";

export const REPORT_RANGES = [
  { value: "7", label: "7 d" },
  { value: "30", label: "30 d" },
  { value: "90", label: "90 d" },
  { value: "365", label: "1 y" },
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number]["value"];

export function readRange(given: string | null): ReportRange {
  return REPORT_RANGES.find(({ value }) => value === given)?.value ?? "30";
}

/** Returns the window of a report, rounded to whole hours so that one cached response serves for an hour. */
export function reportInput(range: ReportRange) {
  const to = Math.ceil(now().getTime() / 3_600_000) * 3_600_000;
  const from = to - Number(range) * 86_400_000;
  return {
    query: {
      from: new Date(from).toISOString(),
      to: new Date(Math.min(to, now().getTime())).toISOString().slice(0, 16).concat(":00Z"),
      per_page: 100,
    },
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
