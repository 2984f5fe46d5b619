import { readdirSync } from "node:fs";
import path from "node:path";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { type Prefetch, Prefetched } from "@/lib/http/loaders/prefetch";
import { loadTroubles } from "@/lib/http/loaders/troubles";
import { loadViewer } from "@/lib/http/loaders/viewer";
import { forgetSharedReads } from "@/lib/services/core/shared-read";
import { forget } from "@/lib/shared/once";
import { useDatabase } from "@/lib/testing/database";
import { createFilledProject } from "@/lib/testing/filled-project";
import { statements } from "@/lib/testing/statements/statements";

/** Cache that a render keeps for its own duration, as React does on the server. */
const render = vi.hoisted(() => ({ cookie: "", results: new Map<string, unknown>() }));

vi.mock("next/headers", () => ({
  cookies: async () => ({ toString: () => render.cookie }),
  headers: async () => new Headers({ host: "localhost" }),
}));
vi.mock("react", async (original) => {
  const cache =
    (work: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const key = JSON.stringify([String(work), ...args]);
      if (!render.results.has(key)) render.results.set(key, work(...args));
      return render.results.get(key);
    };
  return { ...(await original<typeof import("react")>()), cache };
});

useDatabase();
const FEW = 5;
const MANY = 50;
/** Of every page. */
const MOST = 16;
/** Queries of each page, among them four of every page: the session with its user, the readiness in two (one per kind of table), and the runners. These numbers may only fall. */
const QUERIES: Record<string, number> = {
  "(streamed)/incidents/new/page.tsx": 8,
  "(streamed)/incidents/page.tsx": 7,
  "(streamed)/integrations/page.tsx": 11,
  "(streamed)/maintenance/page.tsx": 14,
  "(streamed)/monitors/certificates/page.tsx": 7,
  // With the project's defaults.
  "(streamed)/monitors/new/page.tsx": 5,
  "(streamed)/monitors/page.tsx": 9,
  // With the strips of the first monitors and the visit, which took the browser three more requests.
  "(streamed)/page.tsx": 16,
  // With the response times by day.
  "(streamed)/reports/page.tsx": 11,
  "(streamed)/status-pages/new/page.tsx": 4,
  "(streamed)/status-pages/page.tsx": 8,
  // With the people whom it can be assigned to.
  "incidents/[id]/page.tsx": 15,
  "maintenance/[id]/page.tsx": 5,
  "monitors/[id]/edit/page.tsx": 7,
  "monitors/[id]/page.tsx": 14,
  "settings/account/page.tsx": 6,
  "settings/audit-log/page.tsx": 6,
  "settings/health/page.tsx": 8,
  "settings/import/page.tsx": 4,
  "settings/members/page.tsx": 7,
  "settings/page.tsx": 6,
  // With the project's defaults.
  "settings/projects/page.tsx": 6,
  "settings/regions/page.tsx": 6,
  "settings/security/page.tsx": 6,
  "settings/tags/page.tsx": 5,
  "settings/templates/page.tsx": 5,
  "status-pages/[id]/page.tsx": 10,
};

const DASHBOARD = path.join(import.meta.dirname, "(dashboard)");
const pages = readdirSync(DASHBOARD, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .sort();

type Page = (props: { params: Promise<object>; searchParams: Promise<object> }) => Promise<ReactNode>;

/** Returns the reads of the page's `Prefetched` elements. */
function readsIn(node: ReactNode): readonly Prefetch[] {
  if (Array.isArray(node)) return node.flatMap(readsIn);
  if (!isValidElement(node)) return [];
  const { props, type } = node as ReactElement<{ reads?: readonly Prefetch[]; children?: ReactNode }>;
  return [...(type === Prefetched ? (props.reads ?? []) : []), ...readsIn(props.children)];
}

/** Returns the number of queries that work sends. A session's last use and hints are written in the background. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  const sent = await statements(async () => void (await work()));
  return sent.filter((text) => !/^\s*update |pg_notify/i.test(text)).length;
}

/** Renders a page with its layout as far as it reads data, when no other has read what the bar above it says. Returns the number of queries. */
async function queriesOf(file: string): Promise<number> {
  const { default: page } = (await import(path.join(DASHBOARD, file))) as { default: Page };
  forgetTroubles();
  render.results.clear();
  forgetSharedReads();
  const props = { params: Promise.resolve({ id: "1" }), searchParams: Promise.resolve({}) };
  return await counted(async () => {
    await Promise.all([loadViewer(), loadTroubles()]);
    for (const { read } of readsIn(await page(props))) await read();
  });
}

function forgetTroubles(): void {
  forget("health.stages");
  forget("runners.trouble-sources");
}

const few = new Map<string, number>();
const many = new Map<string, number>();

beforeAll(async () => {
  const project = await createFilledProject();
  render.cookie = project.cookie;
  await project.add(FEW);
  for (const file of pages) await queriesOf(file);
  for (const file of pages) few.set(file, await queriesOf(file));
  await project.add(MANY - FEW);
  for (const file of pages) many.set(file, await queriesOf(file));
});

test.each(pages)("%s needs as many queries for 50 items as for 5, and no more than before", (file) => {
  expect(few.get(file)).toBeGreaterThan(1);
  expect(many.get(file)).toBe(few.get(file));
  expect(many.get(file)).toBeLessThanOrEqual(Math.min(QUERIES[file] ?? 0, MOST));
});

test("reads the problems in the bar at most every 10 s for all dashboards", async () => {
  await loadViewer();
  forgetTroubles();
  expect(await counted(loadTroubles)).toBe(3);
  expect(await counted(() => Promise.all([loadTroubles(), loadTroubles()]))).toBe(0);
});
