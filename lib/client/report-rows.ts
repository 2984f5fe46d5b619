import type { MonitorReport, ProjectReport, ReportSort } from "@/lib/contract/reports/reports";
import { request } from "./request";
import { routes } from "./routes";

/** As many as the API returns at once, so that a file takes few requests. */
const ROWS = 100;

type Shown = Pick<ProjectReport, "report_start_at" | "report_end_at" | "monitor_count">;

interface Chosen {
  readonly tag: string;
  readonly sort: ReportSort;
}

/** Reads the rows of all monitors over the range of the report that is shown, in its order, page after page. */
export async function allReportRows(report: Shown, { tag, sort }: Chosen): Promise<MonitorReport[]> {
  const { report_start_at: from, report_end_at: to, monitor_count: monitors } = report;
  const rows: MonitorReport[] = [];
  for (let page = 1; (page - 1) * ROWS < monitors; page += 1) {
    const query = { from, to, ...(tag && { tag: [tag] }), sort, page, per_page: ROWS };
    rows.push(...(await request(routes.getProjectReport, { query })).monitors);
  }
  return rows;
}
