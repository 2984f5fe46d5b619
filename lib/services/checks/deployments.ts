import type { CreateDeployment, Deployment, DeploymentQuery } from "@/lib/contract/checks/deployments";
import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  type DeploymentRow,
  deleteDeploymentRow,
  insertDeployment,
  selectDeployment,
  selectDeployments,
} from "@/lib/store/checks/deployments";
import { tx } from "@/lib/store/core/tx";

/** Lists the project's deployments, those of a time range if one is given. */
export async function listDeployments(
  caller: Caller,
  query: DeploymentQuery,
  page: Page,
): Promise<Listed<Deployment>> {
  requirePermission(caller, "uptime:read");
  const { from, to } = query;
  if (from && to && from > to) {
    throw invalidField(
      "from",
      `The range must start before it ends; got ${isoSeconds(from)} to ${isoSeconds(to)}.`,
    );
  }
  return itemsOf(selectDeployments(projectOf(caller), query, page), toDeployment);
}

/** Returns a deployment. Throws 404 if it is missing or belongs to another project. */
export async function getDeployment(caller: Caller, id: number): Promise<Deployment> {
  requirePermission(caller, "uptime:read");
  return toDeployment(found(await selectDeployment(projectOf(caller), id)));
}

/** Records a deployment, which happened now unless the input says when. */
export async function createDeployment(caller: Caller, input: CreateDeployment): Promise<Deployment> {
  requirePermission(caller, "uptime:write");
  const { name, version, url, deployed_at = now() } = input;
  const values = { project_id: projectOf(caller), name, version, url, deployed_at };
  return toDeployment(await tx((trx) => insertDeployment(trx, values)));
}

export async function deleteDeployment(caller: Caller, id: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  if (!(await deleteDeploymentRow(projectOf(caller), id))) throw recordNotFound();
}

function toDeployment(row: DeploymentRow): Deployment {
  const createdAt = isoSeconds(row.created_at);
  return { ...row, deployed_at: isoSeconds(row.deployed_at), created_at: createdAt, updated_at: createdAt };
}
