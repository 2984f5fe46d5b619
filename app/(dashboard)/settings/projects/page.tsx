import { ProjectsCard } from "@/components/accounts/projects-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, wantAll } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Projects" };

export default async function ProjectsPage() {
  return (
    <Seed wants={[wantAll(routes.listProjects, settingsReads.projects)]}>
      <ProjectsCard viewer={await loadViewer()} />
    </Seed>
  );
}
