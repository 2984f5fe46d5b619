import { expect, test } from "vitest";
import { IMPORT_SOURCE_NAMES, type ImportSource } from "@/lib/contract/config-file/sources";
import type { DraftItem } from "../draft";
import { IMPORTERS } from "./registry";

const NAME = "N".repeat(300);
const URL = "https://shop.example.com";

/** Fields of an item that can't stay as they are in the file, and the file. */
type Case = readonly [file: unknown, fields: readonly string[]];

const COUNTS = ["incident_confirmations", "recovery_confirmations"] as const;
const robot = (more: object) => ({ monitors: [{ id: 1, friendly_name: NAME, url: URL, type: 1, ...more }] });
const sites = (more: object, schedule = "*/7 * * * *") => ({
  workflowSchedule: { uptime: schedule },
  sites: [{ name: NAME, url: URL, ...more }],
});
const endpoint = (more: object) => ({
  endpoints: [{ name: NAME, group: "My Group", url: URL, conditions: ["[STATUS] == 200"], ...more }],
});
const probes = (interval: string, timeout: string) => ({
  modules: { slow: { prober: "http", timeout } },
  scrape_configs: [
    {
      job_name: "My Job",
      metrics_path: "/probe",
      params: { module: ["slow"] },
      scrape_interval: interval,
      static_configs: [{ targets: [`${URL}/${"n".repeat(100)}`] }],
    },
  ],
});
const kuma = (more: object) => ({
  monitor: [{ id: 1, name: NAME, type: "http", url: URL, tags: [{ name: "My Tag" }], ...more }],
});
const kumaPage = (title: string) => ({
  ...kuma({}),
  status_page: [{ id: 1, title, description: NAME, slug: "My Page", published: true }],
  group: [
    { id: 1, name: NAME, public: true, status_page_id: 1 },
    { id: 2, name: "Again", public: true, status_page_id: 1 },
  ],
  monitor_group: [1, 2].map((group_id) => ({ group_id, monitor_id: 1 })),
});

const CASES: Readonly<Record<ImportSource, readonly Case[]>> = {
  uptime_kuma: [
    [kuma({ interval: 45, timeout: 61, maxretries: 99 }), ["name", "interval", "timeout", COUNTS[0], "tags"]],
    [kuma({ interval: 0, name: "x" }), ["name", "interval"]],
    [kuma({ name: "a\u0007bc" }), ["name"]],
    [kumaPage(NAME), ["name", "title", "description", "subdomain", "components"]],
    [kumaPage("x"), ["name", "title"]],
  ],
  gatus: [
    [
      endpoint({
        interval: "45s",
        client: { timeout: "61s" },
        alerts: [{ type: "slack", "failure-threshold": 99, "success-threshold": 99 }],
      }),
      ["name", "interval", "timeout", ...COUNTS, "tags"],
    ],
    [endpoint({ interval: "often", client: { timeout: "long" } }), ["interval", "timeout"]],
    [
      endpoint({
        alerts: [
          { type: "slack", "failure-threshold": 2, "success-threshold": 2 },
          { type: "email", "failure-threshold": 5, "success-threshold": 4 },
        ],
      }),
      [...COUNTS],
    ],
  ],
  uptimerobot: [
    [robot({ interval: 45, timeout: 61, tags: ["My Tag"] }), ["name", "interval", "timeout", "tags"]],
    [robot({ interval: 0, timeout: 0 }), ["interval", "timeout"]],
  ],
  better_stack: [
    [
      {
        data: [
          {
            id: "1",
            attributes: {
              ...{ pronounceable_name: NAME, url: URL, monitor_type: "keyword", required_keyword: "x" },
              ...{ check_frequency: 45, request_timeout: 61, confirmation_period: 15, recovery_period: 999 },
              http_method: "HEAD",
            },
          },
        ],
      },
      ["name", "interval", "timeout", ...COUNTS, "request.method"],
    ],
  ],
  statuspage: [
    [
      {
        page: { id: "p", name: NAME, url: URL, time_zone: "Mars/Olympus" },
        components: [{ id: "c", name: NAME, group: false }],
      },
      ["name", "title", "time_zone", "components"],
    ],
  ],
  upptime: [
    [sites({ requestTimeout: 61, tags: ["My Tag"] }), ["name", "interval", "timeout", "tags"]],
    [sites({}, "0 * * * *"), ["interval", "timeout"]],
  ],
  openstatus: [
    [
      {
        shop: {
          name: NAME,
          kind: "http",
          frequency: "45s",
          timeout: 61_000,
          retry: 99,
          request: { url: URL },
        },
      },
      ["name", "interval", "timeout", COUNTS[0]],
    ],
    [{ shop: { name: NAME, kind: "http", frequency: "often", request: { url: URL } } }, ["interval"]],
  ],
  prometheus: [
    [probes("45s", "61s"), ["name", "interval", "timeout", "tags"]],
    [probes("often", "long"), ["interval", "timeout"]],
  ],
  // Our own files are taken as they are, or refused.
  vedette: [],
};

const notedFields = (items: readonly DraftItem[]) =>
  new Set(items.flatMap(({ notes }) => notes.map(({ field }) => field)));

test.each(IMPORT_SOURCE_NAMES)("%s notes every value that it changes or clamps", (source) => {
  for (const [file, fields] of CASES[source]) {
    const imported = IMPORTERS[source].parse(JSON.stringify(file));
    if (!("draft" in imported)) throw new Error("not a draft");
    const { items, skipped } = imported.draft;
    expect(skipped).toEqual([]);
    const noted = notedFields(items);
    expect(fields.filter((field) => !noted.has(field))).toEqual([]);
  }
});
