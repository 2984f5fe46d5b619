import { startWorker } from "@/lib/jobs/worker";
import { monotonicMs } from "@/lib/shared/clock";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import type { BenchOptions, Measure } from "./bench";
import { benchDatabase, benchMonitors } from "./ingest-database";

const MONITORS = 50;
const GOAL_MS = 1000;

/**
 * Measures from the commit of a change to the new bytes in a front door's memory: job, rendering, snapshot and notice
 * included.
 */
export async function changeToBytes({ quick }: BenchOptions): Promise<Measure> {
  const database = await benchDatabase();
  try {
    const projectId = await makePage(await benchMonitors(MONITORS));
    const cache = pageCache();
    const end = await cache.start();
    const worker = await startWorker();
    await cache.find("subdomain", "bench");
    const times: number[] = [];
    for (let change = 0; change < (quick ? 5 : 20); change += 1)
      times.push(await timeChange(projectId, change));
    await worker.stop();
    end();
    const worst = Math.max(...times);
    const note = `worst of ${times.length}; median ${Math.round(times.sort((a, b) => a - b)[times.length >> 1] ?? 0)} ms`;
    return { value: worst, unit: "ms to bytes", ok: worst <= GOAL_MS, noisy: false, note };
  } finally {
    await database.stop();
  }
}

async function timeChange(projectId: number, change: number): Promise<number> {
  const title = `Title ${change}`;
  await tx(async (trx) => {
    await trx.updateTable("status_pages").set({ title }).where("project_id", "=", projectId).execute();
    await requestPageRender(trx, projectId);
  });
  const began = monotonicMs();
  for (;;) {
    const entry = await pageCache().find("subdomain", "bench");
    if (entry?.home?.identity.includes(title)) return monotonicMs() - began;
    if (monotonicMs() - began > 10_000) throw new Error("The change never reached the page.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function makePage(monitors: readonly number[]): Promise<number> {
  const { rows } = await pool().query<{ project_id: number }>(
    "select project_id from monitors where id = $1",
    [monitors[0]],
  );
  const projectId = rows[0]?.project_id ?? 0;
  const components = monitors.slice(0, MONITORS).map((id) => ({
    componentable_type: "uptime/monitor",
    componentable_id: id,
    display_name: null,
  }));
  const { DEFAULT_THEME } = await import("@/lib/contract/status-pages/theme");
  await pool().query(
    `insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
     values ($1, 'Bench', 'bench', 'Bench', 'Bench', 'https://example.com', true, $2, $3)`,
    [projectId, JSON.stringify(components), JSON.stringify(DEFAULT_THEME)],
  );
  return projectId;
}
