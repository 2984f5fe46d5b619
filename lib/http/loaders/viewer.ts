import type { Viewer } from "@/lib/presenters/core/viewer";
import { loadSession } from "./load";

/** Returns the signed-in user, their project, and the projects they can switch to. */
export async function loadViewer(): Promise<Viewer> {
  const session = await loadSession();
  const { user, organization, project, projects, permissions, named_regions: namedRegions } = session;
  return { user, organization: organization.name, project, projects, permissions, namedRegions };
}
