import { PageList } from "@/components/status-pages/page-list";
import { pageReads } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { pageNumber } from "@/lib/presenters/core/page-number";

export const metadata = { title: "Status pages" };

export default async function StatusPagesPage({ searchParams }: { searchParams: SearchParams }) {
  const list = pageReads.list(pageNumber((await toSearchParams(searchParams)).get("page")));
  const ids = (await load(routes.listStatusPages, list)).data.map(({ id }) => id);
  const states = ids.length > 0 ? [prefetch(routes.getStatusPageStates, pageReads.states(ids))] : [];
  return (
    <Prefetched reads={[prefetch(routes.listStatusPages, list), ...states]}>
      <PageList />
    </Prefetched>
  );
}
