import type { Caller } from "@/lib/services/core/caller";
import { permissionsOfRole } from "@/lib/services/core/permissions";
import { firstOrganizationId } from "@/lib/store/accounts/first-start";

/** Who runs the command line has the machine, so may do everything in the organization; in the audit log as "Command line". */
export async function commandLineCaller(projectId: number | null = null): Promise<Caller> {
  const organizationId = await firstOrganizationId();
  if (organizationId === null)
    throw new Error("There is no organization yet: start the server once (npm start).");
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
