import { forbidden, found, invalidField } from "@/lib/contract/core/errors";
import type { CreateProject, Project, UpdateProject } from "@/lib/contract/projects/projects";
import { incidentPrefixOf, slugOf } from "@/lib/domain/core/slug";
import { deleteProjectRows } from "@/lib/engine/project-deletion";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  freeSlug,
  insertProject,
  knownIds,
  lockOrganization,
  type ProjectChange,
  type ProjectRow,
  replaceMembers,
  selectProject,
  selectProjects,
  updateProjectRow,
} from "@/lib/store/projects/projects";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

/** Returns whether the caller acts for the whole organization: an organization key, an owner, or an admin. */
function speaksForOrganization(caller: Caller): boolean {
  if (caller.kind === "system") return true;
  return caller.kind === "api_key" ? !caller.isProjectKey : caller.role !== "member";
}

function reachOf(caller: Caller) {
  return {
    organizationId: caller.organizationId,
    memberId: caller.role === "member" ? caller.userId : null,
    projectId: caller.isProjectKey ? caller.projectId : null,
  };
}

export async function listProjects(caller: Caller, page: Page): Promise<Listed<Project>> {
  requirePermission(caller, "platform:read");
  return itemsOf(selectProjects(reachOf(caller), page), toProject);
}

/** Returns a project. Throws 404 if it's missing or the caller can't access it. */
export async function getProject(caller: Caller, projectId: number, trx?: Tx): Promise<Project> {
  requirePermission(caller, "platform:read");
  return toProject(await readProject(caller, projectId, trx));
}

/** Throws 403 for a caller that cannot create projects. */
export function requireProjectCreation(caller: Caller): void {
  requirePermission(caller, "platform:write");
  if (!speaksForOrganization(caller))
    throw forbidden("Creating a project needs an organization key, an owner, or an admin.");
}

/** Creates a project with its slug, incident prefix, and members. */
export async function createProject(caller: Caller, input: CreateProject, isDemo = false): Promise<Project> {
  requireProjectCreation(caller);
  return tx(async (trx) => {
    await lockOrganization(trx, caller.organizationId);
    await requireMembers(trx, caller, input.members);
    const slug = await freeSlug(trx, caller.organizationId, slugOf(input.name));
    const { organizationId } = caller;
    const id = await insertProject(trx, {
      organizationId,
      name: input.name,
      slug,
      incidentPrefix: incidentPrefixOf(slug),
      isDemo,
    });
    await replaceMembers(trx, id, input.members);
    await updateProjectRow(trx, id, toChange(input));
    await audit(trx, caller, "project.created", { type: "project", id }, { name: input.name });
    return getProject(caller, id, trx);
  });
}

/** Updates the given fields; a rename keeps the slug. */
export async function updateProject(
  caller: Caller,
  projectId: number,
  input: UpdateProject,
): Promise<Project> {
  requirePermission(caller, "platform:write");
  return tx(async (trx) => {
    const before = await readProject(caller, projectId, trx);
    const { id } = before;
    if (input.members) {
      await requireMembers(trx, caller, input.members);
      await replaceMembers(trx, id, input.members);
    }
    await updateProjectRow(trx, id, toChange(input));
    const changed = fieldChanges(before, { ...toChange(input), members: input.members });
    const detail = { name: input.name ?? before.name };
    await auditEdit(trx, caller, "project.updated", { type: "project", id }, changed, detail);
    await requestPageRender(trx, id);
    return getProject(caller, id, trx);
  });
}

/** Deletes a project with everything it owns, once the ends of its open incidents have been sent. It is invisible at once. */
export async function deleteProject(caller: Caller, projectId: number): Promise<void> {
  requirePermission(caller, "platform:write");
  await tx(async (trx) => {
    const { id, name, is_demo: isDemo } = await readProject(caller, projectId, trx);
    requireProjectDeletion(caller);
    await deleteProjectRows(trx, id, now(), isDemo);
    await audit(trx, caller, "project.deleted", { type: "project", id }, { name });
  });
  announceDeletion(projectId);
}

/** Throws 403 for a caller that cannot delete projects. */
export function requireProjectDeletion(caller: Caller): void {
  requirePermission(caller, "platform:write");
  if (!speaksForOrganization(caller) || caller.kind === "user_token")
    throw forbidden("Deleting a project needs an organization key, or an owner or admin in the dashboard.");
}

/** Notifies runners, pages, and browsers of deleted monitors. */
export function announceDeletion(projectId: number): void {
  hint("config", {});
  hint("pages", {});
  // Tabs that show it read it again and find out.
  hint("live", { project_id: projectId, topic: "monitors" });
}

async function readProject(caller: Caller, projectId: number, trx?: Tx): Promise<ProjectRow> {
  return found(await selectProject(reachOf(caller), projectId, trx));
}

async function requireMembers(trx: Tx, caller: Caller, ids: readonly number[]): Promise<void> {
  const known = await knownIds(trx, "users", caller.organizationId, ids);
  const at = ids.findIndex((id) => !known.has(id));
  if (at !== -1) throw invalidField(`members.${at}`, `This organization has no user with the ID ${ids[at]}.`);
}

function toChange(input: UpdateProject): ProjectChange {
  const { settings } = input;
  return {
    name: input.name,
    use_incident_ai: settings?.use_incident_ai ?? undefined,
    use_incident_merging: settings?.use_incident_merging ?? undefined,
    incident_merging_time_window: settings?.incident_merging_time_window ?? undefined,
  };
}

function toProject(row: ProjectRow): Project {
  return {
    ...pick(row, "id", "name", "slug", "members"),
    settings: {
      use_incident_ai: row.use_incident_ai,
      use_incident_merging: row.use_incident_merging,
      incident_merging_time_window:
        row.incident_merging_time_window as Project["settings"]["incident_merging_time_window"],
    },
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
