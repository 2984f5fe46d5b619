import { PageList } from "@/components/status-pages/page-list";
import { pageReads } from "@/lib/client/page-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/http/loaders/load";
import { Seed, want } from "@/lib/http/loaders/seed";

export const metadata = { title: "Status pages" };

export default async function StatusPagesPage() {
  const pages = await load(routes.listStatusPages, pageReads.list);
  const states = pages.data.slice(0, 12).map((page) => want(routes.getCurrentStatus, pageReads.one(page.id)));
  return (
    <Seed wants={[want(routes.listStatusPages, pageReads.list), ...states]}>
      <PageList />
    </Seed>
  );
}
