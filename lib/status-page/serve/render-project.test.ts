import { deserialize } from "node:v8";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { createMonitor } from "@/lib/services/monitors/writes";
import { setEnv } from "@/lib/shared/env";
import type { PageRows } from "@/lib/status-page/model/load-model";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import { renderProjectPages } from "./render-project";

useDatabase();

/** Creates a project with pages that show one monitor. Returns its ID and the IDs of the pages. */
async function projectWith(pages: number): Promise<{ projectId: number; pageIds: number[] }> {
  const { projectId, caller } = await makeScene();
  const { id } = await createMonitor(caller(), CreateMonitor.parse(MONITOR));
  const components = [{ componentable_type: "uptime/monitor", componentable_id: id, display_name: null }];
  const rows = await run<{
    id: number;
  }>`insert into status_pages (project_id, name, subdomain, title, description, website_url, search_engine_indexed, components, theme)
     select ${projectId}::bigint, 'Shop', 'shop-' || ${projectId}::bigint || '-' || n, 'Shop', 'Shop', 'https://shop.example', false, ${JSON.stringify(components)}, ${JSON.stringify(DEFAULT_THEME)} from generate_series(1, ${pages}) n
     returning id`;
  return { projectId, pageIds: rows.map((row) => row.id) };
}

/** Returns the titles of the windows and recurrences that the page was rendered from. */
async function announcedOn(pageId: number): Promise<string[]> {
  const rows = await run`select source from page_snapshots where status_page_id = ${pageId}`;
  const { input } = deserialize(gunzipSync(rows[0]?.source ?? Buffer.alloc(0))) as PageRows;
  return [...input.windows, ...input.recurrences].map(({ title }) => title);
}

test("costs one statement more for each further page: its new bytes", async () => {
  const cost = async (pages: number) => {
    const { projectId } = await projectWith(pages);
    const sent = await statements(() => renderProjectPages(projectId));
    expect(await faultsOf(sent)).toEqual([]);
    return sent.filter((text) => !text.includes("pg_notify")).length;
  };
  const few = await cost(2);
  expect((await cost(12)) - few).toBe(10);
});

test("dates a page by the last change of its address, which its row doesn't show", async () => {
  const { projectId, pageIds } = await projectWith(1);
  const revision = async () => {
    await renderProjectPages(projectId);
    const rows = await run`select source from page_snapshots where status_page_id = ${pageIds[0]}`;
    const { input } = deserialize(gunzipSync(rows[0]?.source ?? Buffer.alloc(0))) as PageRows;
    return input.settings.changedAt.getTime();
  };
  await run`update status_pages set updated_at = '2026-01-01'`;
  const first = await revision();
  expect(first).toBe(Date.parse("2026-01-01"));
  const { APP_URL } = process.env;
  setEnv({ APP_URL: "https://moved.example.com" });
  try {
    const moved = await revision();
    expect(moved).toBeGreaterThan(first);
    expect(await revision()).toBe(moved);
  } finally {
    delete process.env.APP_URL;
    setEnv(APP_URL === undefined ? {} : { APP_URL });
  }
});

test("never stores rows over another server's rendering that it didn't know when it read them", async () => {
  const { projectId, pageIds } = await projectWith(2);
  const [overtaken = 0, other = 0] = pageIds;
  const titleOf = async (pageId: number) => {
    const rows = await run`select source from page_snapshots where status_page_id = ${pageId}`;
    return (deserialize(gunzipSync(rows[0]?.source ?? Buffer.alloc(0))) as PageRows).input.settings.title;
  };
  await renderProjectPages(projectId);
  // The server stops for a minute between reading and storing.
  await run`update status_pages set title = 'Old news' where project_id = ${projectId}`;
  const locked = await pool().connect();
  await locked.query("begin");
  await locked.query("update page_snapshots set etag = 'newer' where status_page_id = $1", [overtaken]);
  const stalled = renderProjectPages(projectId);
  await expect.poll(() => titleOf(other)).toBe("Old news");
  await locked.query("commit");
  locked.release();
  await stalled;
  expect(await titleOf(overtaken)).toBe("Shop");
  expect(await run`select payload->'pageId' as page from graphile_worker._private_jobs`).toEqual([
    { page: overtaken },
  ]);
});

test("announces a window and a recurrence on the pages that they name, and on no other", async () => {
  const { projectId, pageIds } = await projectWith(3);
  const [first = 0, second = 0, third = 0] = pageIds;
  await run`insert into maintenance_windows (project_id, title, starts_at, ends_at, status_pages)
     values (${projectId}, 'Moving house', now() + interval '1 hour', now() + interval '2 hours', ${[first]})`;
  await run`insert into maintenance_recurrences (project_id, rule, time_zone, first_start, duration_seconds, title, monitoring_mode, monitors, status_pages, planned_until)
     values (${projectId}, 'FREQ=DAILY', 'UTC', now() + interval '1 hour', 600, 'Nightly patches', 'normal', '{}', ${[second]}, now())`;
  await renderProjectPages(projectId);
  expect(await Promise.all([first, second, third].map(announcedOn))).toEqual([
    ["Moving house"],
    ["Nightly patches"],
    [],
  ]);
});

test("renders a project's other pages although some can't be read", async () => {
  const { projectId, pageIds } = await projectWith(6);
  const fine = pageIds.at(-1);
  await run`update status_pages
    set time_zone = 'Another/Version' where project_id = ${projectId} and id <> ${fine}`;
  await expect(renderProjectPages(projectId)).rejects.toThrow();
  const rows =
    await run`select status_page_id as id from page_snapshots where status_page_id = any (${pageIds})`;
  expect(rows).toEqual([{ id: fine }]);
});
