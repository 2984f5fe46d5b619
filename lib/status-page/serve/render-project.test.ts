import { deserialize } from "node:v8";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { createMonitor } from "@/lib/services/monitors/writes";
import { setEnv } from "@/lib/shared/env";
import type { PageRows } from "@/lib/status-page/model/load-model";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
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
  const rows = await run`select source from page_snapshots where status_page_id = ${pageId} and path = ''`;
  const { input } = deserialize(gunzipSync(rows[0]?.source ?? Buffer.alloc(0))) as PageRows;
  return [...input.windows, ...input.recurrences].map(({ title }) => title);
}

test("costs one statement more for each further page: its new bytes", async () => {
  const cost = async (pages: number) => {
    const { projectId } = await projectWith(pages);
    const sent = await statements(() => renderProjectPages(projectId));
    return sent.filter((text) => !text.includes("pg_notify")).length;
  };
  const few = await cost(2);
  expect((await cost(12)) - few).toBe(10);
});

test("dates a page by the last change of its address, which its row doesn't show", async () => {
  const { projectId, pageIds } = await projectWith(1);
  const revision = async () => {
    await renderProjectPages(projectId);
    const rows =
      await run`select source from page_snapshots where status_page_id = ${pageIds[0]} and path = ''`;
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

test("leaves no compressed bytes of an earlier page beside a new one", async () => {
  const { projectId, pageIds } = await projectWith(1);
  const rendered = async () => {
    await renderProjectPages(projectId);
    const rows =
      await run`select brotli from page_snapshots where status_page_id = ${pageIds[0]} and path = ''`;
    return rows[0];
  };
  await rendered();
  // As a server of an earlier version, which also reads them, left it.
  await run`update page_snapshots set brotli = 'old bytes'`;
  await run`update status_pages set title = 'New title' where id = ${pageIds[0]}`;
  expect(await rendered()).toEqual({ brotli: null });
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
