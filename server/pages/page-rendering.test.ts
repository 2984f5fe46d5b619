import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { languagePath } from "@/lib/status-page/model/language-paths";
import { onDemand } from "@/lib/status-page/serve/on-demand";
import { PageCache } from "@/lib/status-page/serve/page-cache";
import type { PageEntry } from "@/lib/status-page/serve/page-entry";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { pool } from "@/lib/store/core/pool";
import { selectPagesOfProject } from "@/lib/store/status-pages/pages";
import { replaceSnapshot, selectPageWithSnapshot } from "@/lib/store/status-pages/snapshots";
import { useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();
/** Access rules don't depend on how fast a busy machine reads them, so nothing here gives up. */
const newCache = () => new PageCache((read) => read());
const START_MS = Date.parse("2026-11-21T12:00:30Z");

/** Renders at a time, after a check shortly before. Returns what is stored. */
async function confirmedAt(ms: number): Promise<{ rendered_at: Date; as_of: Date }> {
  keepTimeBy(() => ms);
  try {
    await run`update monitor_states set last_checked_at = ${new Date(ms - 10_000)}, status = 'online'`;
    await renderProjectPages(frontDoor.scene.projectId);
  } finally {
    keepTimeBy(null);
  }
  const rows = await run`select rendered_at, as_of from page_snapshots`;
  return rows[0];
}

/** Returns the home page as a server that has just started shows it. */
async function shown(): Promise<{ text: string; etag: string }> {
  const entry = await newCache().find("subdomain", "acme");
  return { text: entry?.home?.identity.toString("utf8") ?? "", etag: entry?.home?.etag ?? "" };
}

it("isn't rendered while nothing but the time of the last check changes, which it shows all the same", async () => {
  await run`insert into monitor_states (project_id, monitor_id) select project_id, id from monitors
    on conflict do nothing`;
  await run`update monitors set created_at = '2026-06-01'`;
  const first = await confirmedAt(START_MS);
  expect((await shown()).text).toContain('datetime="2026-11-21T12:00Z" id="checked">12:00 UTC</time>');
  const before = await shown();
  const second = await confirmedAt(START_MS + MINUTE_MS);
  expect([second.rendered_at, second.as_of.getTime()]).toEqual([first.rendered_at, START_MS + MINUTE_MS]);
  const after = await shown();
  expect(after.text).toBe(
    before.text.replace("T12:00Z", "T12:01Z").replace(">12:00 UTC</time>", ">12:01 UTC</time>"),
  );
  expect(after.etag).not.toBe(before.etag);
});

it("renders a page when the day ends, a setting changes, or another program may have rendered it", async () => {
  const first = await confirmedAt(START_MS + 2 * MINUTE_MS);
  const nextDay = await confirmedAt(START_MS + 12 * 3_600_000);
  expect(nextDay.rendered_at > first.rendered_at).toBe(true);
  await run`update status_pages set title = 'Another title'`;
  const renamed = await confirmedAt(START_MS + 12 * 3_600_000 + MINUTE_MS);
  expect(renamed.rendered_at > nextDay.rendered_at).toBe(true);
  forget("pages.rendered");
  const again = await confirmedAt(START_MS + 12 * 3_600_000 + 2 * MINUTE_MS);
  expect(again.rendered_at > renamed.rendered_at).toBe(true);
});

it("tells a server of a new access rule even if no hint arrives and nothing is rendered", async () => {
  const cache = newCache();
  const stop = await cache.start();
  stop();
  expect((await cache.find("subdomain", "acme"))?.isPrivate).toBe(false);
  await pool().query("update status_pages set access_token = '\\x00'");
  await run`update page_snapshots set as_of = now()`;
  (await cache.start())();
  expect((await cache.find("subdomain", "acme"))?.isPrivate).toBe(true);
});

it("shows the latest rendering, even after the clock was set back or on a server whose clock is behind", async () => {
  await run`update status_pages set access_token = null, title = 'Before'`;
  const at = START_MS + 15 * 3_600_000;
  await confirmedAt(at);
  const cache = newCache();
  const entry = await cache.find("subdomain", "acme");
  await pool().query("update status_pages set title = 'After', access_token = '\\x00'");
  await confirmedAt(at - 10 * MINUTE_MS);
  await cache.renew(entry?.row.id ?? 0);
  const renewed = await cache.find("subdomain", "acme");
  expect(renewed?.home?.identity.toString("utf8")).toContain("After");
  expect(renewed?.isPrivate).toBe(true);
});

const reader = new AsyncLocalStorage<true>();

/**
 * Reads the page for a visitor, and does something else after the query with this text has answered for the nth time. The
 * front door's own reads, which it makes whenever a page changes, aren't affected.
 */
async function findMeanwhile(
  cache: PageCache,
  { text, nth }: { text: string; nth: number },
  meanwhile: () => Promise<unknown>,
): Promise<PageEntry | null> {
  const { query } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => Promise<unknown> };
  let left = nth;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const sent = query.apply(this, given);
    if (!reader.getStore() || !String(given[0]).includes(text)) return sent;
    return sent.then(async (read) => {
      left -= 1;
      if (left === 0) await reader.exit(meanwhile);
      return read;
    });
  } as never);
  try {
    return await reader.run(true, () => cache.find("subdomain", "acme"));
  } finally {
    expect(left).toBeLessThanOrEqual(0);
    spy.mockRestore();
  }
}

it("applies an access rule that was stored while a request read the page", async () => {
  await run`update status_pages set access_token = null`;
  const cache = newCache();
  let renewing = Promise.resolve();
  await findMeanwhile(cache, { text: "left join page_snapshots", nth: 2 }, async () => {
    const { rows } = await pool().query("update status_pages set access_token = '\\x00' returning id");
    renewing = cache.renew(rows[0].id);
    // It waits for the read, unless reads run at the same time.
    await Promise.race([renewing, new Promise((resolve) => setTimeout(resolve, 200))]);
  });
  await renewing;
  expect((await cache.find("subdomain", "acme"))?.isPrivate).toBe(true);
});

it("never combines earlier access rules with a page rendered under new ones", async () => {
  await run`update status_pages set access_token = null, title = 'Public'`;
  await renderProjectPages(frontDoor.scene.projectId);
  const entry = await findMeanwhile(newCache(), { text: "as version", nth: 2 }, async () => {
    await pool().query("update status_pages set access_token = '\\x00', title = 'Secret'");
    await renderProjectPages(frontDoor.scene.projectId);
  });
  expect([entry?.isPrivate, entry?.home?.identity.includes("Secret")]).toEqual([false, false]);
});

it("stores nothing that was rendered under earlier access rules", async () => {
  const [page] = await selectPagesOfProject(frontDoor.scene.projectId);
  const { home } = (await selectPageWithSnapshot("subdomain", "acme")) ?? {};
  if (!page || !home) throw new Error("There is no page.");
  await updateStatusPage(frontDoor.scene.caller(), page.id, { access_token: null });
  expect(await replaceSnapshot(page, home, new Date(), undefined)).toBe(false);
  expect((await selectPageWithSnapshot("subdomain", "acme"))?.home).toBeNull();
});

it("reads nothing for those who could read the page under earlier access rules", async () => {
  await renderProjectPages(frontDoor.scene.projectId);
  const entry = await newCache().find("subdomain", "acme");
  if (!entry) throw new Error("There is no page.");
  const month = languagePath("history/2026-01", entry.row);
  const older = () => onDemand(entry, month, { search: new URLSearchParams(), aged: false });
  await run`update monitors set created_at = '2025-12-01'`;
  await pool().query("update status_pages set access_token = '\\x00', title = 'Secret'");
  expect(await older()).toBeNull();
  await run`update status_pages set access_token = null`;
  expect((await older())?.identity.toString("utf8")).toContain("Secret");
});

it("applies other access rules to a private page even if no hint arrives and nothing is rendered", async () => {
  const { id = 0 } = (await selectPagesOfProject(frontDoor.scene.projectId))[0] ?? {};
  await updateStatusPage(frontDoor.scene.caller(), id, { access_token: "open-sesame" });
  await renderProjectPages(frontDoor.scene.projectId);
  const cache = newCache();
  (await cache.start())();
  await updateStatusPage(frontDoor.scene.caller(), id, { access_token: null });
  expect((await cache.find("subdomain", "acme"))?.isPrivate).toBe(true);
  (await cache.start())();
  expect((await cache.find("subdomain", "acme"))?.isPrivate).toBe(false);
});
