import { PageForm } from "@/components/status-pages/page-form";
import { PageHeader } from "@/components/ui/page-header";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { pageFormInfo } from "@/lib/http/loaders/page-form-info";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { newPageDraft } from "@/lib/presenters/status-pages/initial-draft";

export const metadata = { title: "Create status page" };

export default async function NewStatusPagePage() {
  const viewer = await loadViewer();
  return (
    <>
      <PageHeader title="Create status page" back={{ href: "/status-pages", label: "Status pages" }} />
      <PageForm initial={newPageDraft(viewer.organization, DEFAULT_THEME)} info={pageFormInfo()} />
    </>
  );
}
