import type { Selectable } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import { rowsOf } from "@/lib/store/core/project-rows";
import type { Database } from "@/lib/store/schema/tables";

export type DeploymentRow = Selectable<Database["deployments"]>;

export const {
  select: selectDeployment,
  insert: insertDeployment,
  remove: deleteDeploymentRow,
} = rowsOf("deployments");

/** Returns one page of a project's deployments in a time range, newest first, and their number. */
export async function selectDeployments(
  projectId: number,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  page: Slice,
): Promise<Found<DeploymentRow>> {
  const matching = db()
    .selectFrom("deployments")
    .where("project_id", "=", projectId)
    .$if(from !== undefined, (rows) => rows.where("deployed_at", ">=", from ?? new Date(0)))
    .$if(to !== undefined, (rows) => rows.where("deployed_at", "<", to ?? new Date(0)));
  return listed(matching, matching.selectAll().orderBy("id", "desc"), page);
}
