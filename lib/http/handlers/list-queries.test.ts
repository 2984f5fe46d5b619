import { beforeAll, expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { forgetSharedReads } from "@/lib/services/core/shared-read";
import { withCookie } from "@/lib/testing/accounts/person";
import { useDatabase } from "@/lib/testing/database";
import { createFilledProject } from "@/lib/testing/filled-project";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";

useDatabase();
const FEW = 5;
const MANY = 50;
const QUERIES_MAX = 12;

/** Endpoints that read no rows, those of records that the project doesn't have, and the export of everything. */
const OTHERS = new Set(
  "streamLive getDocs getOpenapi getLlmsText getAbout getHealth getReadiness getPagesReadiness getSetup getDelivery getTestIncident getDeployment getPageSubscriber getHeartbeat getHeartbeatSignal exportConfiguration".split(
    " ",
  ),
);
/** Values of path parameters; every other one is 1, the first record. */
const PARAMS: Record<string, string> = { app: "outgoing_webhook", kind: "monitors", token: "none" };
/** Queries that an endpoint needs to return its items. */
const QUERIES: Record<string, string> = {
  getStrips: `?${ids("monitor_id")}`,
  getStatusPageStates: `?${ids("status_page_id")}`,
};

function ids(name: string): string {
  return Array.from({ length: MANY }, (_, at) => `${name}=${at + 1}`).join("&");
}

const reads = endpoints.filter(
  ({ id, method, scope }) => method === "GET" && scope !== "runner" && !OTHERS.has(id),
);
const pathOf = ({ id, path, list }: Endpoint) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? "1") +
  (QUERIES[id] ?? (list ? `?per_page=${MANY}&with_total=true` : ""));

interface Cost {
  readonly status: number;
  readonly items: number;
  readonly queries: number;
}
const few = new Map<string, Cost>();
const many = new Map<string, Cost>();
const texts = new Set<string>();
/** Reads of all projects, and of the tags on status pages, which are local. This list may only get shorter. */
const ACROSS = [
  /^\s*select \(select array\[max\(last_slot\), max\(last_checked_at\)\] from region_states\) as latest,/,
  /^\s*select \(select count\(\*\) from incidents where status <> 'recovered'\) as open_incidents,/,
  /^\s*select m.id, m.project_id from monitors m join projects p /,
  /^select p.id, p.name, p.slug from /,
  /^select tag, coalesce\(sum\(uses\) filter/,
];

async function costs(cookie: string, found: Map<string, Cost>): Promise<void> {
  const client = withCookie(cookie);
  for (const endpoint of reads) {
    await client.get(pathOf(endpoint));
    forgetSharedReads();
    let [status, items] = [0, 0];
    const sent = await statements(async () => {
      const answer = await client.get(pathOf(endpoint));
      status = answer.status;
      items = endpoint.list ? answer.body.data.length : 0;
    });
    for (const text of sent) texts.add(text);
    // A session's last use and hints are written in the background.
    found.set(endpoint.id, {
      status,
      items,
      queries: sent.filter((text) => !/^\s*update |pg_notify/i.test(text)).length,
    });
  }
}

beforeAll(async () => {
  const project = await createFilledProject();
  await project.add(FEW);
  await costs(project.cookie, few);
  await project.add(MANY - FEW);
  await costs(project.cookie, many);
});

test.each(reads.map(({ id }) => id))(
  "%s needs as many queries for 50 items as for 5, at most as many as allowed",
  (id) => {
    expect(few.get(id)?.status).toBe(200);
    expect(few.get(id)?.queries).toBeGreaterThan(0);
    expect(many.get(id)?.queries).toBe(few.get(id)?.queries);
    expect(many.get(id)?.queries).toBeLessThanOrEqual(QUERIES_MAX);
  },
);

test("every statement of a read is for one shard", async () => {
  expect(await faultsOf(texts, ACROSS)).toEqual([]);
});

test.each([
  "listMonitors",
  "listIncidents",
  "listIncidentUpdates",
  "listMaintenanceWindows",
  "listStatusPages",
  "listAllIntegrations",
  "listAlertRules",
  "listCertificates",
  "listTags",
  "listMembers",
  "listProjects",
])("%s was measured with 50 items", (id) => {
  expect(many.get(id)?.items).toBe(MANY);
});
