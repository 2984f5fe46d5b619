import { PageForm } from "@/components/pages/page-form";
import { PageHeader } from "@/components/ui/page-header";
import { pageReads } from "@/lib/client/page-reads";
import { routes } from "@/lib/client/routes";
import { load } from "@/lib/queries/load";
import { pageFormInfo } from "@/lib/queries/page-form-info";
import { idOf } from "@/lib/queries/path-id";
import { Seed, want } from "@/lib/queries/seed";
import { pageDraftOf } from "@/lib/views/page-draft";

export const metadata = { title: "Status page" };

export default async function StatusPagePage({ params }: { params: Promise<{ id: string }> }) {
  const id = idOf((await params).id);
  const page = await load(routes.getStatusPage, pageReads.one(id));
  return (
    <Seed
      wants={[
        want(routes.listMonitors, pageReads.monitors),
        want(routes.getCurrentStatus, pageReads.one(id)),
      ]}
    >
      <PageHeader title={page.name} back={{ href: "/status-pages", label: "Status pages" }} note={page.url} />
      <PageForm key={page.id} initial={pageDraftOf(page)} info={pageFormInfo()} page={page} />
    </Seed>
  );
}
