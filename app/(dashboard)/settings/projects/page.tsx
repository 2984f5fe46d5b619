import { ProjectsCard } from "@/components/accounts/projects-card";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Projects" };

export default async function ProjectsPage() {
  return (
    <Prefetched reads={[prefetchAll(routes.listProjects), prefetch(routes.getMonitorDefaults)]}>
      <ProjectsCard viewer={await loadViewer()} />
    </Prefetched>
  );
}
