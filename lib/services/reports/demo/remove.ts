import type { DemoContents } from "@/lib/contract/projects/demo";
import { audit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import {
  announceDeletion,
  deleteProject,
  getProject,
  requireProjectDeletion,
} from "@/lib/services/projects/projects";
import { tx } from "@/lib/store/core/tx";
import { removeMonitors } from "@/lib/store/monitors/writes";
import { selectDemoProjectId } from "@/lib/store/projects/projects";
import {
  countPosts,
  deleteDemoRows,
  endDemo,
  selectAdded,
  selectDemoMonitors,
  selectFilledDemo,
} from "@/lib/store/reports/demo-removal";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

const NAMES_MAX = 20;
const NONE: DemoContents["added"] = {
  monitors: 0,
  incidents: 0,
  maintenance_windows: 0,
  status_pages: 0,
  integrations: 0,
  alert_rules: 0,
  incident_templates: 0,
  api_keys: 0,
};

/** Returns the items that people added to the organization's demo project; null without one that the caller can access. */
export async function getDemo(caller: Caller): Promise<DemoContents | null> {
  requirePermission(caller, "platform:write");
  const id = await reachableDemo(caller);
  if (id === null) return null;
  const demo = await selectFilledDemo(id);
  const items = demo ? await selectAdded(demo) : [];
  const added = { ...NONE };
  for (const { kind } of items) added[kind] += 1;
  const names = items.flatMap(({ name }) => name ?? []).slice(0, NAMES_MAX);
  return { project_id: id, added, names, posts: demo ? await countPosts(demo) : 0 };
}

/** Deletes the demo's data. Returns the project, now a normal one, if people added something; null if there's none left. */
export async function deleteDemo(caller: Caller): Promise<{ project_id: number | null }> {
  requireProjectDeletion(caller);
  const id = await reachableDemo(caller);
  if (id === null) return { project_id: null };
  if (await keepAdded(caller, id)) return { project_id: id };
  await deleteProject(caller, id);
  return { project_id: null };
}

/** Deletes only the demo's rows if people added others. Returns whether they did. */
async function keepAdded(caller: Caller, id: number): Promise<boolean> {
  const { name } = await getProject(caller, id);
  const isKept = await tx(async (trx) => {
    const demo = await selectFilledDemo(id, trx);
    if (!demo || (await selectAdded(demo, trx)).length === 0) return false;
    const configVersion = await bumpConfigVersion(trx);
    await removeMonitors(trx, id, await selectDemoMonitors(trx, demo), configVersion);
    await deleteDemoRows(trx, demo);
    await endDemo(trx, demo, configVersion);
    await requestPageRender(trx, id);
    await audit(trx, caller, "project.demo_deleted", { type: "project", id }, { name });
    return true;
  });
  if (isKept) announceDeletion(id);
  return isKept;
}

async function reachableDemo(caller: Caller): Promise<number | null> {
  const id = await selectDemoProjectId(caller.organizationId);
  return id !== null && caller.isProjectKey && caller.projectId !== id ? null : id;
}
