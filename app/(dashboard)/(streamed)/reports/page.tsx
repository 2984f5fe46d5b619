import { ReportView } from "@/components/reports/report-view";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { pageNumber } from "@/lib/presenters/core/page-number";
import { readRange, reportInput } from "@/lib/presenters/reports/report-range";

export const metadata = { title: "Reports" };

export default async function ReportsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await toSearchParams(searchParams);
  const range = readRange(search.get("days"));
  const page = pageNumber(search.get("page"));
  return (
    <ReportView
      report={await load(routes.getProjectReport, reportInput(range, page))}
      range={range}
      page={page}
    />
  );
}
