import { RecordElsewhere } from "@/components/shell/record-elsewhere";
import { PageActions } from "@/components/status-pages/page-actions";
import { PageForm } from "@/components/status-pages/page-form";
import { PageHeader } from "@/components/ui/page-header";
import { pageReads } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import { pageFormInfo } from "@/lib/http/loaders/page-form-info";
import { idOf } from "@/lib/http/loaders/path-id";
import { loadRecord } from "@/lib/http/loaders/record";
import { pageDraftOf } from "@/lib/presenters/status-pages/initial-draft";

export const metadata = { title: "Status page" };

export default async function StatusPagePage({ params }: { params: Promise<{ id: string }> }) {
  const id = idOf((await params).id);
  const { record: page, elsewhere } = await loadRecord(
    "status-pages",
    id,
    routes.getStatusPage,
    pageReads.one(id),
  );
  if (elsewhere) return <RecordElsewhere project={elsewhere} />;
  return (
    <>
      <PageHeader title={page.name} back={{ href: "/status-pages", label: "Status pages" }} note={page.url}>
        <PageActions page={page} />
      </PageHeader>
      <PageForm key={page.id} initial={pageDraftOf(page)} info={pageFormInfo()} page={page} />
    </>
  );
}
