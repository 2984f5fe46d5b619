import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { load } from "./load";

/** The signed-in person, their project and the ones they may switch to. */
export async function loadViewer(): Promise<Viewer> {
  const session = await load(routes.getSession);
  const { user, organization, project, projects, permissions, named_regions: namedRegions } = session;
  return { user, organization: organization.name, project, projects, permissions, namedRegions };
}
