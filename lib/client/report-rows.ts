import type { MonitorReport, ProjectReport } from "@/lib/contract/reports/reports";
import { REPORT_ROWS } from "@/lib/presenters/reports/report-range";
import { request } from "./request";
import { routes } from "./routes";

type Shown = Pick<ProjectReport, "report_start_at" | "report_end_at" | "monitor_count">;

/** Reads the rows of all monitors over the window of the report that is shown, page after page. */
export async function allReportRows(report: Shown, tag: string): Promise<MonitorReport[]> {
  const { report_start_at: from, report_end_at: to, monitor_count: monitors } = report;
  const rows: MonitorReport[] = [];
  for (let page = 1; (page - 1) * REPORT_ROWS < monitors; page += 1) {
    const query = { from, to, ...(tag && { tag: [tag] }), page, per_page: REPORT_ROWS };
    rows.push(...(await request(routes.getProjectReport, { query })).monitors);
  }
  return rows;
}
