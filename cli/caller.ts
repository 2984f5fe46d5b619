import type { Caller } from "@/lib/services/core/caller";
import { permissionsOfRole } from "@/lib/services/core/caller";
import { firstOrganizationId } from "@/lib/store/accounts/first-start";

/** Returns the caller of CLI commands. Shell access to the machine grants everything in the organization. */
export async function commandLineCaller(projectId: number | null = null): Promise<Caller> {
  const organizationId = await firstOrganizationId();
  if (organizationId === null)
    throw new Error("No organization exists yet. Start the server once with `npm start`.");
  return {
    kind: "system",
    id: 0,
    label: "Command line",
    organizationId,
    projectId,
    isProjectKey: false,
    userId: null,
    role: null,
    permissions: permissionsOfRole("owner"),
  };
}
