import { ReportView } from "@/components/reports/report-view";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { readReportView, reportInput } from "@/lib/presenters/reports/report-range";

export const metadata = { title: "Reports" };

export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const view = readReportView(await toSearchParams(searchParams));
  return <ReportView report={await load(routes.getProjectReport, reportInput(view))} view={view} />;
}
