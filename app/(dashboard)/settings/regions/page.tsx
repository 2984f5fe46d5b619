import { RegionsPage } from "@/components/runners/regions-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Regions" };

export default async function Regions() {
  const viewer = await loadViewer();
  return (
    <Prefetched reads={[prefetch(routes.listRunners, settingsReads.runners)]}>
      <RegionsPage viewer={viewer} />
    </Prefetched>
  );
}
