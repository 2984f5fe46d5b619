import { createMonitorOf } from "@/lib/contract/monitors/input";
import { permissionsOfRole } from "@/lib/services/core/caller";
import { organizationOfProject } from "@/lib/store/projects/projects";
import { createMonitor } from "./writes";

/** A name needs two characters, and has at most 45. */
const NAME_MAX = 45;

/** Creates the monitor of a client that sent a ping key and a new slug. */
export async function createReporting(
  projectId: number,
  slug: string,
): Promise<{ projectId: number; monitorId: number }> {
  const organizationId = await organizationOfProject(projectId);
  const name = slug.length < 2 ? `${slug} job` : slug.slice(0, NAME_MAX);
  const input = createMonitorOf("heartbeat").parse({ protocol: "heartbeat", name, request: { slug } });
  const caller = {
    ...({
      kind: "system",
      id: 0,
      label: "Ping key",
      organizationId,
      projectId,
      userId: null,
      role: null,
    } as const),
    permissions: permissionsOfRole("member"),
  };
  const { id } = await createMonitor(caller, input);
  return { projectId, monitorId: id };
}
