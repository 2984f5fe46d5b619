import { conflict, forbidden } from "@/lib/contract/core/errors";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Project } from "@/lib/contract/projects/projects";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import { createMonitor } from "@/lib/services/monitors/writes";
import { createProject, deleteProject, getProject } from "@/lib/services/projects/projects";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { now } from "@/lib/shared/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { randomToken } from "@/lib/shared/secret";
import { firstOwner } from "@/lib/store/accounts/first-start";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { rollUpHours } from "@/lib/store/checks/rollups";
import { tx } from "@/lib/store/core/tx";
import { selectDemoProjectId } from "@/lib/store/projects/projects";
import { addUpDays, backdate, insertResults, insertRollups, markFilled } from "@/lib/store/reports/demo";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { addCurrentStory } from "./current-story";
import { hourlyRollups } from "./history";
import { type DemoService, demoServices, REGIONS } from "./services";
import { simulatePast } from "./simulate";
import { type Author, insertStory, type MonitorIds, outagesOf } from "./story";

const DAYS = 90;
/** How long the results before the demo opens are ingested one by one. */
const LIVE_MINUTES = 60;
const DOWN_MINUTES = 14;

/**
 * Creates the organization's demo project, or returns the existing one: monitors in every state, 90 days of history, and status pages.
 * Nothing is checked and no one is notified.
 */
export async function createDemo(caller: Caller): Promise<Project> {
  requirePermission(caller, "platform:write");
  const isOwner =
    caller.kind === "system" || (caller.kind === "api_key" ? !caller.isProjectKey : caller.role === "owner");
  if (!isOwner) throw forbidden("Creating the demo project needs an organization key or an owner.");
  const existing = await selectDemoProjectId(caller.organizationId);
  if (existing !== null) return getProject(caller, existing);
  const author = await authorOf(caller);
  const project = await createProject(caller, { name: "Demo", members: [author.id] }, true);
  const inside = {
    ...caller,
    kind: "session",
    ...author,
    label: author.name,
    userId: author.id,
    projectId: project.id,
  } as const;
  try {
    await fill(inside, project, author);
  } catch (error) {
    await deleteProject(inside, project.id);
    throw error;
  }
  return project;
}

/** Returns who wrote the demo's updates: the caller, or for a key and the command line the first owner. */
async function authorOf({ userId, label }: Caller): Promise<Author> {
  if (userId !== null) return { id: userId, name: label };
  const owner = await firstOwner();
  if (owner) return owner;
  throw conflict(
    "The demo project needs an owner account, and none exists yet. Open the one-time link that the server printed when it started, or run `users create --role owner`.",
  );
}

async function fill(caller: Caller, project: Project, author: Author): Promise<void> {
  const services = demoServices();
  const monitorIds = await makeMonitors(caller, services);
  const nowMs = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS;
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const liveMs = nowMs - LIVE_MINUTES * MINUTE_MS;
  const startMs = hourMs - DAYS * DAY_MS;
  await ensurePartitionsFor([hourMs - DAY_MS, hourMs]);
  await ensureRollupMonths(new Date(startMs), now());
  await tx(async (trx) => {
    await backdate(trx, project.id, new Date(startMs));
    for (const service of services) {
      const id = monitorIds.get(service.name) ?? 0;
      const outages = outagesOf(service.name, hourMs);
      await insertRollups(trx, project.id, hourlyRollups(id, service, outages, startMs, hourMs));
    }
    await addUpDays(trx, project.id, now());
    await insertResults(trx, project.id, new Date(hourMs - DAY_MS), new Date(liveMs));
    await insertStory(trx, project.id, monitorIds, author, hourMs);
  });
  await simulatePast(project.id, liveMs, nowMs, nowMs - DOWN_MINUTES * MINUTE_MS);
  for (const { name, paused } of services)
    if (paused) await setMonitorPaused(caller, monitorIds.get(name) ?? 0, true);
  // Taken from the results, so that the list and the chart agree on the last day.
  await rollUpHours(new Date(hourMs - DAY_MS), new Date(hourMs), {
    first: Math.min(...monitorIds.values()),
    last: Math.max(...monitorIds.values()),
  });
  const page = await createStatusPage(caller, pageInput(services, monitorIds, project.slug));
  await createStatusPage(caller, privatePage(monitorIds, project.slug));
  await addCurrentStory(caller, monitorIds, page.id);
  await tx(async (trx) => {
    await markFilled(trx, project.id);
    await requestPageRender(trx, project.id);
  });
}

async function makeMonitors(caller: Caller, services: readonly DemoService[]): Promise<MonitorIds> {
  const ids = new Map<string, number>();
  for (const { name, protocol, request, tags, simulation } of services) {
    const fields = { protocol, name, request, regions: REGIONS, tags, interval: 60, region_threshold: 2 };
    ids.set(name, (await createMonitor(caller, CreateMonitor.parse(fields), simulation)).id);
  }
  return ids;
}

function pageInput(
  services: readonly DemoService[],
  monitorIds: MonitorIds,
  subdomain: string,
): CreateStatusPage {
  return CreateStatusPage.parse({
    name: "Demo",
    subdomain,
    title: "Acme status",
    description: "Live status of Acme services, checked from three continents.",
    website_url: "https://acme.example",
    search_engine_indexed: false,
    components: components(services, monitorIds),
  });
}

/** Returns a page that asks visitors for a password. */
function privatePage(monitorIds: MonitorIds, slug: string): CreateStatusPage {
  const monitor = { componentable_type: "uptime/monitor", display_name: null } as const;
  return CreateStatusPage.parse({
    name: "Internal",
    subdomain: `${slug}-internal`,
    title: "Acme internal status",
    description: "For employees only.",
    website_url: "https://acme.example",
    search_engine_indexed: false,
    access_password: randomToken(),
    components: [...monitorIds.values()].map((id) => ({ ...monitor, componentable_id: id })),
  });
}

/** Returns ungrouped services first, then each group in the order of its first service. */
function components(services: readonly DemoService[], monitorIds: MonitorIds): PageComponent[] {
  const of = (name: string) =>
    ({
      componentable_type: "uptime/monitor",
      componentable_id: monitorIds.get(name) ?? 0,
      display_name: null,
    }) as const;
  const groups = [...new Set(services.flatMap((service) => service.group ?? []))];
  return [
    ...services.filter((service) => service.group === null).map((service) => of(service.name)),
    ...groups.map((name) => ({
      componentable_type: "uptime/group" as const,
      name,
      is_expanded: true,
      components: services.filter((service) => service.group === name).map((service) => of(service.name)),
    })),
  ];
}
