import { beforeAll, expect, test } from "vitest";
import { parseJsonBody, REPORT_VALUES_MAX } from "@/lib/contract/core/json-text";
import { cleanSvg } from "@/lib/domain/core/svg";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";
import { BLOCK_MAX_MS, type Cost, leastCostOf } from "@/lib/testing/limits/cost";
import { STATUS_PAGE } from "@/lib/testing/scene";
import { parseForm } from "./multipart";

const MB = 1024 * 1024;
const VALUES_MAX = 20_000;
const MEMORY_MAX_MB = 1000;

useDatabase();
let token = "";
let page = 0;
beforeAll(async () => {
  token = (await createTestAccounts()).prjWrite;
  const body = { ...STATUS_PAGE, subscription_channels: ["email"] };
  page = (await api(token).post("/uptime/status-pages", body)).body.id;
  // The first of each runs code that isn't compiled yet.
  await subscribers(lines(200));
  svg(100);
});

function expectCheap({ longestBlockMs, grewMb }: Cost<unknown>): void {
  expect(longestBlockMs).toBeLessThan(BLOCK_MAX_MS);
  expect(grewMb).toBeLessThan(MEMORY_MAX_MB);
}

const fill = (bytes: number, part: string) => part.repeat(Math.floor(bytes / part.length));
const outcome = (work: () => unknown) => {
  try {
    work();
    return "read";
  } catch {
    return "refused";
  }
};

test.each([
  ["as many values as are allowed", `[${fill(2 * (VALUES_MAX - 2), "1,")}1]`, VALUES_MAX, "read"],
  ["more values", `[${fill(MB - 10, "1,")}1]`, VALUES_MAX, "refused"],
  ["one string", JSON.stringify(fill(MB - 10, "x")), VALUES_MAX, "read"],
  ["escapes", `"${fill(MB - 10, "\\u0041")}"`, VALUES_MAX, "read"],
  ["white space", `{}${fill(MB - 10, " ")}`, VALUES_MAX, "read"],
  ["levels", fill(MB, "["), VALUES_MAX, "refused"],
  ["a runner's values", `[${fill(2 * (REPORT_VALUES_MAX - 2), "1,")}1]`, REPORT_VALUES_MAX, "read"],
])("JSON body: 1 MiB with %s doesn't block others", async (_, text, valuesMax, expected) => {
  const bytes = Buffer.from(text);
  const cost = await leastCostOf(async () => outcome(() => parseJsonBody(bytes, valuesMax)));
  expect(cost.result).toBe(expected);
  expectCheap(cost);
});

const svg = (elements: number, element = '<path d="M0 0 L1 1 Z" fill="#abc"/>') =>
  outcome(() => cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${element.repeat(elements)}</svg>`));

test.each([
  ["as many elements as are allowed", () => svg(4999), "read"],
  ["more elements", () => svg(5001), "refused"],
  ["1 MiB of elements", () => svg(MB / 36), "refused"],
  ["1 MiB of one path", () => svg(1, `<path d="${fill(MB - 200, "M0 0 ")}"/>`), "read"],
  ["1 MiB of attributes", () => svg(1, `<path ${fill(MB - 200, 'a="1" ')}/>`), "refused"],
  ["1 MiB of open elements", () => svg(1, fill(MB - 200, "<g>")), "refused"],
  ["1 MiB of text", () => svg(1, `<text>${fill(MB - 200, "x")}</text>`), "refused"],
] as const)("SVG: %s doesn't block others", async (_, clean, expected) => {
  const cost = await leastCostOf(async () => clean());
  expect(cost.result).toBe(expected);
  expectCheap(cost);
});

const lines = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@example.com\n`).join("");
const subscribers = (csv: string) => {
  const body = Buffer.from(JSON.stringify({ csv, has_consented: true, preview: true }));
  return leastCostOf(() => api(token).post(`/uptime/status-pages/${page}/subscribers/import`, body));
};

test.each([
  ["as many lines as are allowed", lines(10_000), 200],
  ["more lines", lines(10_001), 422],
  ["600 KB of short lines", fill(600_000, "a\n"), 422],
  ["a million empty cells", fill(1_000_000, ","), 200],
  ["lines of empty cells", fill(690_000, ",\n"), 200],
  ["quoted cells", fill(480_000, '"",'), 200],
] as const)("CSV of subscribers: %s doesn't block others", async (_, csv, status) => {
  const cost = await subscribers(csv);
  expect(cost.result.status).toBe(status);
  expectCheap(cost);
});

test.each([
  ["as many parts as are allowed", 4000, "x", "read"],
  ["more parts", 4001, "x", "refused"],
  ["5 MiB of parts", 40_000, "x", "refused"],
  ["one long part", 1, "x".repeat(5 * MB - 500), "read"],
] as const)("form: %s doesn't block others", async (_, parts, value, expected) => {
  const part = (at: number) => `--b\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${value}\r\n`;
  const bytes = Buffer.from(`${Array.from({ length: parts }, (__, at) => part(at)).join("")}--b--\r\n`);
  const cost = await leastCostOf(() =>
    parseForm(bytes, "multipart/form-data; boundary=b").then(
      () => "read",
      () => "refused",
    ),
  );
  expect(cost.result).toBe(expected);
  expectCheap(cost);
});
