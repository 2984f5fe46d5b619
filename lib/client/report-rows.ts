import type { MonitorReport } from "@/lib/contract/reports/reports";
import { REPORT_ROWS, type ReportRange, reportInput } from "@/lib/presenters/reports/report-range";
import { request } from "./request";
import { routes } from "./routes";

/** Reads a report's rows of all monitors, page after page. */
export async function allReportRows(range: ReportRange, monitors: number): Promise<MonitorReport[]> {
  const rows: MonitorReport[] = [];
  for (let page = 1; (page - 1) * REPORT_ROWS < monitors; page += 1) {
    rows.push(...(await request(routes.getProjectReport, reportInput(range, page))).monitors);
  }
  return rows;
}
