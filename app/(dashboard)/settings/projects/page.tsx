import { ProjectsCard } from "@/components/accounts/projects-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Projects" };

export default async function ProjectsPage() {
  return (
    <Prefetched
      reads={[prefetchAll(routes.listProjects, settingsReads.projects), prefetch(routes.getMonitorDefaults)]}
    >
      <ProjectsCard viewer={await loadViewer()} />
    </Prefetched>
  );
}
