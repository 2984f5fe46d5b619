import type { WhoAmI } from "@/lib/contract/reference/meta";
import { present } from "@/lib/shared/assert";
import { selectOrganization } from "@/lib/store/accounts/organizations";
import { selectUser } from "@/lib/store/accounts/users";
import { selectProject } from "@/lib/store/projects/projects";
import type { Caller } from "./caller";

function typeOf(caller: Caller): WhoAmI["credential"]["type"] {
  if (caller.kind === "session") return "session";
  if (caller.kind === "user_token") return "user_token";
  return caller.isProjectKey ? "project_key" : "organization_key";
}

/** Returns a credential and its permissions. Needs no permission. */
export async function whoAmI(caller: Caller): Promise<WhoAmI> {
  const { organizationId, userId, projectId } = caller;
  const reach = { organizationId, memberId: null, projectId: null };
  const [organization, user, project] = await Promise.all([
    selectOrganization(organizationId),
    userId === null ? null : selectUser(organizationId, userId),
    projectId === null ? null : selectProject(reach, projectId),
  ]);
  return {
    credential: { id: present(caller.id, "the credential's ID"), type: typeOf(caller), name: caller.label },
    user: user && { id: user.id, name: user.name, email: user.email },
    organization,
    project: project && { id: project.id, name: project.name, slug: project.slug },
    role: caller.role,
    permissions: [...caller.permissions],
  };
}
