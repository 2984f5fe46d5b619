import { existsSync, readdirSync, statSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deleteProject } from "@/lib/services/projects/projects";
import { deleteStatusPage } from "@/lib/services/status-pages/pages";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { PageCache } from "@/lib/status-page/serve/page-cache";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();
const folderOf = (subdomain: string) => path.join(env().DATA_DIR, "pages", subdomain);
const home = (subdomain: string) => path.join(folderOf(subdomain), "index.html");

async function keptPage(more: { subdomain: string }) {
  const page = await frontDoor.makePage(more);
  await renderProjectPages(frontDoor.scene.projectId);
  await until(async () => existsSync(path.join(folderOf(more.subdomain), "robots.txt")));
  return page;
}

/** Starts a second page cache, as a restarted server would. */
async function restart(): Promise<void> {
  forget("pages.copies");
  const stop = await new PageCache().start();
  stop();
}

test("stores copies that only the owner can read", async () => {
  await keptPage({ subdomain: "modes" });
  const modes = readdirSync(folderOf("modes"), { recursive: true, encoding: "utf8" })
    .map((name) => statSync(path.join(folderOf("modes"), name)))
    .map((found) => [found.isDirectory(), (found.mode & 0o777).toString(8)].join());
  expect([...new Set(modes)].sort()).toEqual(["false,600", "true,700"]);
  expect(statSync(path.join(env().DATA_DIR, "pages")).mode & 0o777).toBe(0o700);
});

test("moves a copy with its renamed page immediately", async () => {
  const page = await keptPage({ subdomain: "old-name" });
  await updateStatusPage(frontDoor.scene.caller(), page.id, { subdomain: "new-name" });
  await until(async () => existsSync(home("new-name")) && !existsSync(folderOf("old-name")));
});

test("updates a copy after the clock was set back", async () => {
  const page = await keptPage({ subdomain: "set-back" });
  const earlier = Date.now() - 3_600_000;
  keepTimeBy(() => earlier);
  try {
    await updateStatusPage(frontDoor.scene.caller(), page.id, { title: "Changed title" });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await readFile(home("set-back"), "utf8")).includes("Changed title"), 20_000);
  } finally {
    keepTimeBy(null);
  }
});

test("keeps one copy per page when two pages swap names", async () => {
  const one = await keptPage({ subdomain: "swap-one" });
  const two = await keptPage({ subdomain: "swap-two" });
  const caller = frontDoor.scene.caller();
  await updateStatusPage(caller, one.id, { subdomain: "swap-temp", title: "First page" });
  await updateStatusPage(caller, two.id, { subdomain: "swap-one", title: "Second page" });
  await updateStatusPage(caller, one.id, { subdomain: "swap-two" });
  await renderProjectPages(frontDoor.scene.projectId);
  const copyOf = (subdomain: string) => readFile(home(subdomain), "utf8").catch(() => "");
  // The server before the restart may still be at work on the same folders, which one that ended isn't.
  await until(async () => {
    await run`update page_snapshots set as_of = as_of + interval '2 minutes'`;
    await restart();
    const copies = await Promise.all(["swap-two", "swap-one"].map(copyOf));
    return copies[0]?.includes("First page") === true && copies[1]?.includes("Second page") === true;
  });
  expect(existsSync(folderOf("swap-temp"))).toBe(false);
});

test("deletes the copy of a page that becomes private immediately", async () => {
  const page = await keptPage({ subdomain: "hushed" });
  await updateStatusPage(frontDoor.scene.caller(), page.id, { access_token: "open-sesame" });
  await until(async () => !existsSync(folderOf("hushed")));
  await renderProjectPages(frontDoor.scene.projectId);
  await restart();
  expect(existsSync(folderOf("hushed"))).toBe(false);
});

test("deletes the copy of a deleted page immediately", async () => {
  const page = await keptPage({ subdomain: "deleted" });
  await deleteStatusPage(frontDoor.scene.caller(), page.id);
  await until(async () => !existsSync(folderOf("deleted")));
});

test("removes outdated copies at start and restricts files that others can read", async () => {
  const renamed = await keptPage({ subdomain: "before" });
  const hidden = await keptPage({ subdomain: "hidden" });
  await keptPage({ subdomain: "stays" });
  await run`update status_pages set subdomain = 'after' where id = ${renamed.id}`;
  await run`update status_pages set access_password = 'x' where id = ${hidden.id}`;
  await mkdir(path.join(folderOf("leftover"), "api"), { recursive: true });
  await writeFile(home("leftover"), "old");
  await writeFile(path.join(folderOf("stays"), "stale.json"), "old");
  await chmod(home("stays"), 0o644);
  await writeFile(folderOf("stray-file"), "old");
  await run`update page_snapshots set as_of = as_of + interval '2 minutes'`;
  await restart();
  for (const gone of ["before", "hidden", "leftover", "stray-file"])
    expect([gone, existsSync(folderOf(gone))]).toEqual([gone, false]);
  expect(statSync(home("stays")).mode & 0o777).toBe(0o600);
  await until(async () => !existsSync(path.join(folderOf("stays"), "stale.json")));
});

test("deletes a project's pages and copies with it, and no server answers for them", async () => {
  await keptPage({ subdomain: "of-project" });
  expect((await frontDoor.ask("/status/of-project")).status).toBe(200);
  await deleteProject(frontDoor.scene.caller(), frontDoor.scene.projectId);
  await until(async () => !existsSync(folderOf("of-project")));
  expect((await frontDoor.ask("/status/of-project")).status).toBe(404);
});
