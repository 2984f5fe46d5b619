import { forbidden } from "@/lib/contract/core/errors";
import { isDemoProject } from "@/lib/store/projects/projects";

/** Throws 403 in a demo project, which never notifies anyone. */
export async function requireNotifications(projectId: number): Promise<void> {
  if (!(await isDemoProject(projectId))) return;
  throw forbidden("The demo project sends no notifications. Use another project to send a test.");
}
