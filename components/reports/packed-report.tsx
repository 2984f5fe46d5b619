"use client";
import { useMemo } from "react";
import { type Pack, unpacked } from "@/lib/client/seed/packed";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import type { ReportView as ReportViewState } from "@/lib/presenters/reports/report-range";
import { ReportView } from "./report-view";

/** Shows a report that came with the page, where the names of its fields would make up most of it. */
export function PackedReport({ report, view }: { report: Pack; view: ReportViewState }) {
  return <ReportView report={useMemo(() => unpacked(report) as ProjectReport, [report])} view={view} />;
}
