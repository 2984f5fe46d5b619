import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { checkServer } from "@/lib/testing/targets/protocol-cases";
import { readFeed } from "./page-formats";

let server: Server;
let base = "";
type Coded = readonly [type: string, body: Buffer, coding?: string];
/** The documents of the page by path; a number is a status code. */
let page: Record<string, string | number | Coded> = {};
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const found = page[request.url ?? ""] ?? 404;
    if (typeof found === "number") response.writeHead(found, { location: "/moved" }).end("<html>");
    else if (typeof found === "string") response.end(found);
    else {
      const [type, body, coding = "identity"] = found;
      response.writeHead(200, { "content-type": type, "content-encoding": coding }).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  forget("probes.vendor.sources");
  [page, asked] = [{}, []];
});

const checked = async (component: string | null = null, path = "") => {
  const { outcome, error, details, warnings } = await checkServer("vendor", 0, {
    url: base + path,
    component,
  });
  return {
    outcome,
    code: error?.code,
    said: error?.message ?? "",
    state: details?.vendor_state?.[0],
    warnings,
  };
};

const latin1 = (text: string) => Buffer.from(text, "latin1");
const summary = (...states: string[]) =>
  JSON.stringify({
    status: { indicator: "minor", description: "Some systems are impaired" },
    components: [
      { id: "g", name: "Everything", status: "major_outage", group: true },
      ...states.map((status, at) => ({ id: `c${at}`, name: ["API", "API Requests", "Pages"][at], status })),
    ],
  });

test.each([
  ["everything works", ["operational", "operational"], null, "up", undefined],
  ["a partial outage", ["operational", "partial_outage"], null, "down", "vendor_outage"],
  ["an outage of another component", ["operational", "major_outage"], "API", "up", undefined],
  [
    "an outage of the component, by its name",
    ["operational", "major_outage"],
    "api requests",
    "down",
    "vendor_outage",
  ],
  ["an outage of the component, by its ID", ["operational", "major_outage"], "c1", "down", "vendor_outage"],
  [
    "an outage of a component, by a part of its name",
    ["operational", "operational", "major_outage"],
    "age",
    "down",
    "vendor_outage",
  ],
  ["maintenance", ["under_maintenance"], null, "up", undefined],
  ["degraded performance", ["degraded_performance"], null, "up", undefined],
  ["a component that isn't there", ["operational"], "Mail", "inconclusive", "unsupported"],
])("a page of Statuspage: %s", async (_, states, component, outcome, code) => {
  page["/api/v2/summary.json"] = summary(...states);
  expect(await checked(component)).toMatchObject({ outcome, code });
});

const german = summary("operational", "operational", "major_outage").replace('"Pages"', '"Größe"');
const feed = `<rss><item><title>Größe</title><pubDate>${new Date().toUTCString()}</pubDate></item></rss>`;
test.each<[string, ...Coded]>([
  ["a byte order mark", "application/json", Buffer.from(`\ufeff${german}`)],
  ["UTF-16", "application/json", Buffer.from(german, "utf16le")],
  ["gzip", "application/json", gzipSync(german), "gzip"],
  ["JSON as HTML in another charset", "text/html; charset=iso-8859-1", Buffer.from(german)],
  ["a feed in UTF-8, declared as Latin-1", "text/xml; charset=iso-8859-1", Buffer.from(feed)],
  [
    "a feed in Latin-1, which it declares",
    "text/plain",
    latin1(`<?xml version="1.0" encoding="latin1"?>${feed}`),
  ],
])("finds a component in %s, after a redirect", async (_, ...document) => {
  page = { "/": 302, "/moved": document };
  expect(await checked("größe")).toMatchObject({
    code: "vendor_outage",
    said: expect.stringContaining("(Größe)"),
  });
});

test("repeats the vendor's report, and warns of degraded performance", async () => {
  page["/api/v2/summary.json"] = summary("degraded_performance", "major_outage");
  expect(await checked("API")).toMatchObject({
    state: "Some systems are impaired",
    warnings: [expect.stringMatching(/degraded performance \(API\)/)],
  });
  expect((await checked()).said).toBe("the vendor reports an outage (API Requests)");
});

test("a page of Instatus, with groups, is read below its path, and asked once the next time", async () => {
  const components = [
    { name: "Group", status: "MAJOROUTAGE", children: [{ id: "x", name: "App", status: "OPERATIONAL" }] },
  ];
  page["/acme/v2/components.json"] = JSON.stringify({ components });
  expect(await checked(null, "/acme/")).toMatchObject({ outcome: "up" });
  asked = [];
  expect(await checked(null, "/acme/")).toMatchObject({ outcome: "up" });
  expect(asked).toEqual(["/acme/v2/components.json"]);
});

test.each([
  ["a page without data", { "/": "<html>All systems operational" }, /no readable state/],
  ["a page that fails", { "/": 503, "/api/v2/summary.json": 503, "/v2/components.json": 503 }, /HTTP 503/],
  [
    "a document that is too large",
    { "/": JSON.stringify({ components: [], more: "x".repeat(600_000) }) },
    /is larger than 512 KiB/,
  ],
  ["JSON of something else", { "/": "[1]", "/api/v2/summary.json": '{"components":7}' }, /no readable state/],
])("%s is inconclusive, because it says nothing about the vendor", async (_, documents, said) => {
  page = documents;
  expect(await checked()).toMatchObject({ outcome: "inconclusive", said: expect.stringMatching(said) });
});

const item = (title: string, latest: string, hoursAgo = 1) =>
  `<item><title>${title}</title><pubDate>${new Date(Date.now() - hoursAgo * 3_600_000).toUTCString()}</pubDate>
   <description>&lt;p&gt;&lt;strong&gt;${latest}&lt;/strong&gt; - words&lt;/p&gt;</description></item>`;
const encoded = (title: string, latest: string) =>
  item(title, "").replace(
    /<description>.*<\/description>/s,
    `<description></description><content:encoded><![CDATA[<p><strong>${latest}</strong> - mail servers</p>]]></content:encoded>`,
  );
const rss = (...items: string[]) =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel>${items.join("")}</channel></rss>`;

test.each([
  ["an open item", [item("Errors in Mail", "Investigating"), item("Old", "Resolved")], null, "down"],
  ["only items that are over", [item("Errors in Mail", "Resolved")], null, "up"],
  ["planned maintenance", [item("Move", "Scheduled")], null, "up"],
  ["an open item that nobody closed in three days", [item("Errors", "Investigating", 80)], null, "up"],
  ["an open item about another component", [item("Errors in Mail", "Investigating")], "Calls", "up"],
  [
    "an open item whose only text is content:encoded",
    [encoded("Errors in Mail", "Investigating")],
    "mail servers",
    "down",
  ],
  ["an item that is over by its content:encoded", [encoded("Errors in Mail", "Resolved")], null, "up"],
  [
    "a title that says it's over",
    ["<item><title>Service is operating normally: [RESOLVED]</title>", new Date().toUTCString(), "</item>"],
    null,
    "up",
  ],
])("a feed with %s", async (_, items, component, outcome) => {
  page["/feed.rss"] = rss(...items);
  expect((await checked(component, "/feed.rss")).outcome).toBe(outcome);
});

test("reads a hostile feed in time linear to its size", () => {
  for (const part of ["<item", "<item><title", "<item><title>", "<![CDATA[", "<item><updated>&lt;strong>"])
    expect(readFeed(`<rss>${part.repeat(100_000)}`, 0)).not.toBeNull();
});
