import type { ImportSource } from "@/lib/contract/config-file/sources";

const url = (index: number) => `https://shop-${index}.example.com/`;
const list = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => one(index));
const json = (value: unknown) => JSON.stringify(value);

/** Returns an export of each source with this many monitors. */
export const EXPORTS: Readonly<Record<ImportSource, (monitors: number) => string>> = {
  uptime_kuma: (count) =>
    json({
      monitorList: list(count, (id) => ({ id, name: `M ${id}`, type: "http", url: url(id), interval: 60 })),
    }),
  gatus: (count) =>
    `endpoints:\n${list(count, (id) => `  - { name: M${id}, url: "${url(id)}", interval: 60s, conditions: ["[STATUS] == 200"] }\n`).join("")}`,
  uptimerobot: (count) =>
    json({
      stat: "ok",
      monitors: list(count, (id) => ({
        id,
        friendly_name: `M ${id}`,
        url: url(id),
        type: 1,
        interval: 300,
        status: 2,
      })),
    }),
  better_stack: (count) =>
    json({
      data: list(count, (id) => ({
        ...{ id: String(id), type: "monitor" },
        attributes: {
          url: url(id),
          pronounceable_name: `M ${id}`,
          monitor_type: "status",
          check_frequency: 60,
        },
      })),
    }),
  // The page itself is an item too.
  statuspage: (count) =>
    json({
      page: { id: "p", name: "Acme", url: "https://acme.example.com" },
      components: list(count - 1, (id) => ({
        id: `c${id}`,
        name: `M ${id}`,
        status: "operational",
        group: false,
      })),
    }),
  upptime: (count) => `sites:\n${list(count, (id) => `  - { name: M${id}, url: "${url(id)}" }\n`).join("")}`,
  openstatus: (count) =>
    list(
      count,
      (id) =>
        `m${id}: { name: M${id}, kind: http, frequency: 1m, request: { method: GET, url: "${url(id)}" } }\n`,
    ).join(""),
  prometheus: (count) =>
    list(count, (id) => `- targets: ["${url(id)}"]\n  labels: { name: M${id} }\n`).join(""),
  vedette: (count) =>
    json({
      version: 1,
      project: "app",
      monitors: Object.fromEntries(
        list(count, (id) => [
          `m${id}`,
          {
            name: `M ${id}`,
            protocol: "http",
            request: { method: "GET", url: url(id) },
            regions: ["eu-deu-fra"],
          },
        ]),
      ),
    }),
};
