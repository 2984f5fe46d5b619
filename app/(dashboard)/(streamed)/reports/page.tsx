import { PackedReport } from "@/components/reports/packed-report";
import { routes } from "@/lib/client/routes";
import { packed } from "@/lib/client/seed/packed";
import { load } from "@/lib/http/loaders/load";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { readReportView, reportInput } from "@/lib/presenters/reports/report-range";

export const metadata = { title: "Reports" };

export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const view = readReportView(await toSearchParams(searchParams));
  return <PackedReport report={packed(await load(routes.getProjectReport, reportInput(view)))} view={view} />;
}
