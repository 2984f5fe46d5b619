import { beforeAll, expect, test } from "vitest";
import { IMPORT_SOURCES, type ImportSource } from "@/lib/contract/config-file/sources";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { sqliteDatabase } from "@/lib/testing/kuma-database";
import { BLOCK_MAX_MS, type Cost, leastCostOf } from "@/lib/testing/limits/cost";
import { EXPORTS } from "@/lib/testing/limits/export-files";
import { sharedChainDatabase } from "@/lib/testing/limits/shared-chain";

const ITEMS_MAX = 2000;
const MB = 1024 * 1024;
const FILE_MAX_BYTES = 16 * MB;
const MEMORY_MAX_MB = 1000;

useDatabase();
let token = "";
const send = (source: ImportSource, file: string) => {
  const body = Buffer.from(JSON.stringify({ source, file, preview: true }));
  return leastCostOf(() => api(token).post("/uptime/imports", body));
};
const dataUrl = (bytes: Buffer) => `data:application/octet-stream;base64,${bytes.toString("base64")}`;

beforeAll(async () => {
  token = (await createTestAccounts()).prjWrite;
  // The first of each runs code that isn't compiled yet.
  for (const source of ["vedette", "gatus"] as const) await send(source, EXPORTS[source](200));
});

function expectCheap({ longestBlockMs, grewMb, childMb }: Cost<unknown>): void {
  expect(longestBlockMs).toBeLessThan(BLOCK_MAX_MS);
  expect(grewMb + childMb).toBeLessThan(MEMORY_MAX_MB);
}

const SOURCES = Object.keys(IMPORT_SOURCES) as ImportSource[];
/** Items that are read, and a number that's refused. An export of Vedette's own is limited by its parts, so that every project fits. */
const COUNTS = { own: [12_000, 20_000], others: [ITEMS_MAX, ITEMS_MAX + 1] } as const;
const TOO_MANY = /more than (2000 items|500000 parts)/;

test.each(SOURCES)("%s: reads as many items as are allowed, without blocking others", async (source) => {
  const [allowed] = source === "vedette" ? COUNTS.own : COUNTS.others;
  const most = await send(source, EXPORTS[source](allowed));
  expect(most.result.status).toBe(200);
  expect(most.result.body.total).toBe(allowed);
  expectCheap(most);
});

// The program that reads an export refuses others in the same way (registry.test.ts), which would take a process for each.
test.each(["vedette", "gatus"] as const)("%s: refuses more items without blocking others", async (source) => {
  const [, refused] = source === "vedette" ? COUNTS.own : COUNTS.others;
  const more = await send(source, EXPORTS[source](refused));
  const { status, body } = more.result;
  expect([status, body.errors.file[0]]).toEqual([422, expect.stringMatching(TOO_MANY)]);
  expectCheap(more);
});

const big = (line: string) => line.repeat(Math.floor((FILE_MAX_BYTES - 1000) / line.length));

test.each([
  ["one string", "gatus", () => `endpoints: "${big("x")}"`],
  ["white space", "gatus", () => `endpoints: [${big(" ")}]`],
  ["brackets", "vedette", () => big("[")],
  ["keys", "openstatus", () => big("a:\n")],
  ["lines of CSV", "uptimerobot", () => `Friendly Name,URL\n${big("a,b\n")}`],
  ["cells of CSV", "uptimerobot", () => `Friendly Name,URL\n${big(",")}`],
  ["numbers", "better_stack", () => `{"data":[${big("1,")}1]}`],
  ["aliases of aliases", "prometheus", () => `a0: &a0 [1]\n${aliases(60)}`],
  ["YAML documents", "gatus", () => big("---\n")],
] as const)("reads nothing of 16 MiB of %s, without blocking others", async (_, source, file) => {
  const read = await send(source, file());
  const { errors, total } = read.result.body;
  expect(errors ? Object.keys(errors) : total).toEqual(errors ? ["file"] : 0);
  expectCheap(read);
});

/** Each line doubles what the one before has. */
function aliases(lines: number): string {
  return Array.from({ length: lines }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join("");
}

test("refuses SQLite rows that share one chain of pages without blocking others", async () => {
  for (const chars of [60_000, 3_000_000]) {
    const bytes = await sharedChainDatabase(chars);
    expect(bytes.length).toBeLessThan(FILE_MAX_BYTES);
    const refused = await send("uptime_kuma", dataUrl(bytes));
    expect([refused.result.status, Object.keys(refused.result.body.errors)]).toEqual([422, ["file"]]);
    expectCheap(refused);
  }
});

test("reads as many SQLite rows as are allowed", async () => {
  const rows = `with recursive n(id) as (select 1 union all select id + 1 from n where id < ${ITEMS_MAX}) insert into monitor
    select id, 'M ' || id, 'http', 'https://shop-' || id || '.example.com/', 60 from n`;
  const table =
    "create table monitor (id integer primary key, name text, type text, url text, interval integer)";
  const most = await send("uptime_kuma", dataUrl(await sqliteDatabase(table, rows)));
  expect([most.result.status, most.result.body.total]).toEqual([200, ITEMS_MAX]);
  expectCheap(most);
});
