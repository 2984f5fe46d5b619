import { CreateMonitor } from "@/lib/contract/monitors/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import type { Caller } from "@/lib/services/core/caller";
import { createMonitor } from "@/lib/services/monitors/writes";
import { createProject } from "@/lib/services/projects/projects";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { now } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { tx } from "@/lib/store/core/tx";
import { addUpDays, backdate, insertResults, insertRollups } from "@/lib/store/reports/demo";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { hourlyRollups } from "./history";
import { type DemoService, demoServices, REGIONS } from "./services";
import { type Author, insertStory, type MonitorIds, outagesOf } from "./story";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 90;

export interface Demo {
  projectSlug: string;
  pageUrl: string;
}

/** Creates a project with monitors, 90 days of history and a public page. Past incidents send no notifications. */
export async function fillDemo(caller: Caller, author: Author): Promise<Demo> {
  const project = await createProject(caller, { name: "Demo", members: [author.id] });
  const inside = { ...caller, projectId: project.id };
  const services = demoServices(new URL(appUrl()));
  const monitorIds = await makeMonitors(inside, services);
  const hourMs = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
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
    await insertResults(trx, project.id, new Date(hourMs - DAY_MS), now());
    await insertStory(trx, project.id, monitorIds, author, hourMs);
  });
  const page = await createStatusPage(inside, pageInput(services, monitorIds, project.slug));
  await tx((trx) => requestPageRender(trx, project.id));
  return { projectSlug: project.slug, pageUrl: page.url };
}

async function makeMonitors(caller: Caller, services: readonly DemoService[]): Promise<MonitorIds> {
  const ids = new Map<string, number>();
  for (const { name, protocol, request, tags } of services) {
    const input = CreateMonitor.parse({ protocol, name, request, regions: REGIONS, tags });
    ids.set(name, (await createMonitor(caller, input)).id);
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
    website_url: "https://example.com",
    search_engine_indexed: false,
    components: components(services, monitorIds),
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
