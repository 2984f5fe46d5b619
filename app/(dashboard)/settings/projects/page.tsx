import { ProjectsCard } from "@/components/settings/projects-card";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";
import { loadViewer } from "@/lib/queries/viewer";

export const metadata = { title: "Projects" };

export default async function ProjectsPage() {
  return (
    <Seed wants={[want(routes.listProjects, settingsReads.projects)]}>
      <ProjectsCard viewer={await loadViewer()} />
    </Seed>
  );
}
