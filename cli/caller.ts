import type { Caller } from "@/lib/services/core/caller";
import { permissionsOfRole } from "@/lib/services/core/caller";
import { firstOrganizationId } from "@/lib/store/accounts/first-start";
import { selectProjectBySlug } from "@/lib/store/projects/slug";

/** Returns the caller of CLI commands. Shell access to the machine grants everything in the organization. */
export async function commandLineCaller(): Promise<Caller> {
  const organizationId = await firstOrganizationId();
  if (organizationId === null)
    throw new Error("No organization exists yet. Start the server once with `npm start`.");
  return {
    kind: "system",
    id: 0,
    label: "Command line",
    organizationId,
    projectId: null,
    isProjectKey: false,
    userId: null,
    role: null,
    permissions: permissionsOfRole("owner"),
  };
}

/** Returns the caller of CLI commands for one project. Throws if the project doesn't exist. */
export async function projectCaller(slug: string): Promise<Caller> {
  const caller = await commandLineCaller();
  const id = await selectProjectBySlug(caller.organizationId, slug);
  if (id === null)
    throw new Error(`Project ${slug} does not exist. Run \`projects list\` to see all projects.`);
  return { ...caller, projectId: id };
}
