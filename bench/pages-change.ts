import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { startWorker } from "@/lib/jobs/worker";
import { monotonicMs } from "@/lib/shared/clock";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { tx } from "@/lib/store/core/tx";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { run } from "@/lib/testing/sql";
import type { BenchOptions, Measure } from "./bench";
import { benchMonitors, inDatabase } from "./ingest-database";

const MONITORS = 50;
const GOAL_MS = 1000;
const PROJECT = 1;

/**
 * Measures from the commit of a change to the new bytes in a front door's memory: job, rendering, snapshot, and notice
 * included. A page's own change among 20 and 200 pages, and a component's change that all of them show, until the last
 * one shows it.
 */
export const changeToBytes = inDatabase(async ({ quick }: BenchOptions): Promise<Measure[]> => {
  const monitors = await benchMonitors(MONITORS);
  const end = await pageCache().start();
  const worker = await startWorker();
  const measures: Measure[] = [];
  for (const pages of [1, 20, 200]) {
    await makePages(monitors, pages);
    await timeChange("project", "ready");
    measures.push(await measured("its own change", "page", pages, quick ? 5 : 20));
    if (pages > 1) measures.push(await measured("a component's change", "project", pages, quick ? 3 : 8));
  }
  await worker.stop();
  end();
  return measures;
});

async function measured(
  what: string,
  of: "page" | "project",
  pages: number,
  count: number,
): Promise<Measure> {
  const times: number[] = [];
  for (let change = 0; change < count; change += 1)
    times.push(await timeChange(of, `${of} ${pages} ${change}`));
  const sorted = times.sort((a, b) => a - b);
  const worst = sorted.at(-1) ?? 0;
  const note = `${what} with ${pages} pages, worst of ${count}; median ${Math.round(sorted[count >> 1] ?? 0)} ms`;
  return { value: worst, unit: "ms to bytes", ok: worst <= GOAL_MS, noisy: false, note };
}

/** Changes the title of the newest page, or a component of all pages, to a text, and waits until it is shown. */
async function timeChange(of: "page" | "project", text: string): Promise<number> {
  const rows = await run`select id, subdomain from status_pages order by id desc`;
  const changed = of === "page" ? rows.slice(0, 1) : rows;
  await tx(async (trx) => {
    if (of === "page")
      await trx
        .updateTable("status_pages")
        .set({ title: text })
        .where("id", "=", changed[0]?.id ?? 0)
        .execute();
    else await trx.updateTable("monitors").set({ name: text }).where("id", "=", 1).execute();
    await requestPageRender(trx, PROJECT, of === "page" ? changed[0]?.id : undefined);
  });
  const began = monotonicMs();
  const waiting = new Set(changed.map(({ subdomain }) => subdomain));
  while (waiting.size > 0) {
    for (const subdomain of waiting) {
      const entry = await pageCache().find("subdomain", subdomain);
      if (!entry?.home?.identity.includes(text)) break;
      waiting.delete(subdomain);
    }
    if (monotonicMs() - began > 60_000) throw new Error("The change never reached the page.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return monotonicMs() - began;
}

/** Adds pages until there are `count`. */
async function makePages(monitors: readonly number[], count: number): Promise<void> {
  const components = monitors.map((id) => ({
    componentable_type: "uptime/monitor",
    componentable_id: id,
    display_name: null,
  }));
  await run`insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
     select ${PROJECT}, 'Bench', 'bench-' || n, 'Bench', 'Bench', 'https://example.com', true, ${JSON.stringify(components)}, ${JSON.stringify(DEFAULT_THEME)}
     from generate_series((select count(*) from status_pages) + 1, ${count}) n`;
}
