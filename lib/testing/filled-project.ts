import { expect } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { HOUR_MS } from "@/lib/shared/durations";
import { setEnv } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { createTestAccounts, type TestAccounts } from "./accounts/test-accounts";
import { api } from "./api";
import { check } from "./checks";
import { MONITOR } from "./scene";
import { run } from "./sql";

const SESSION = "s".repeat(43);

/** A project with as many items of every kind as were added, and its owner's session. */
export interface FilledProject {
  readonly accounts: TestAccounts;
  readonly cookie: string;
  /** Adds this many items of every kind. */
  add(count: number): Promise<void>;
}

export async function createFilledProject(): Promise<FilledProject> {
  setEnv({ API_RATE_LIMIT: "100000" });
  const accounts = await createTestAccounts();
  await run`insert into sessions (token_hash, user_id, project_id, expires_at)
    values (${sha256(SESSION)}, ${accounts.users.ada}, ${accounts.projects.app}, now() + interval '1 hour')`;
  let next = 0;
  const add = async (count: number) => {
    for (const end = next + count; next < end; next += 1) await addOne(accounts, next);
    await run`insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
       select project_id, id, 'eu-deu-fra', id, '1', now(), now() + interval '30 days' from monitors on conflict do nothing`;
    await addResults();
  };
  return { accounts, cookie: `vedette_session=${SESSION}`, add };
}

/** Creates one item of every kind; updates, comments, and deliveries belong to the first incident. */
async function addOne(accounts: TestAccounts, index: number): Promise<void> {
  const client = api(accounts.adaToken, { project: accounts.projects.app });
  const make = async (path: string, body: object): Promise<number> => {
    const { status, body: made, text } = await client.post(path, body);
    expect([path, status, status === 201 ? "" : text]).toEqual([path, 201, ""]);
    return made.id;
  };
  const monitor = await make("/uptime/monitors", {
    ...MONITOR,
    name: `Shop ${index}`,
    tags: [`tag-${index}`],
  });
  const integration = await make("/apps/outgoing_webhook/integrations", {
    name: `Phone ${index}`,
    settings: { url: `https://hooks.example.com/${index}`, secret: "a secret for tests" },
  });
  await make("/alert-rules", {
    event: "uptime.incident.created",
    scope: "project",
    integration_id: integration,
    rate_limit: 0,
    integration_settings: { schema: '{"text":"{{ incident.title }}"}' },
    monitors: [monitor],
  });
  await make("/uptime/incidents", { title: "Slow", impact: "unknown", monitors: [monitor] });
  await make("/uptime/incidents/1/updates", { state: "investigating", content: `Update ${index}` });
  await make("/uptime/incidents/1/comments", { content: `Comment ${index}` });
  await make("/uptime/incident-templates", { name: `Template ${index}`, title: "Slow" });
  await make("/uptime/maintenance-windows", {
    title: "Upgrade",
    starts_at: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + HOUR_MS).toISOString(),
    ends_at: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * HOUR_MS).toISOString(),
    monitors: [monitor],
  });
  const components = [
    { componentable_type: "uptime/monitor", componentable_id: monitor, display_name: null },
  ];
  await make("/uptime/status-pages", {
    name: `Page ${index}`,
    subdomain: `page-${index}`,
    title: "Status",
    description: "Live status",
    website_url: "https://example.com",
    search_engine_indexed: false,
    components,
  });
  await run`with person as (insert into users (organization_id, name, email, role) values (${accounts.organizationId}, 'Person', ${`person-${index}@example.com`}, 'member') returning id),
       made as (insert into projects (organization_id, name, slug, incident_prefix) values (${accounts.organizationId}, ${`project-${index}`}, ${`project-${index}`}, 'PRJ') returning id)
     insert into project_members (project_id, user_id) select ${accounts.projects.app}::bigint, id from person union all select made.id, person.id from made, person`;
}

/** Ingests a few results of every monitor. */
async function addResults(): Promise<void> {
  const rows = await run<{ id: number }>`select id from monitors order by id`;
  const nowMs = Date.now();
  const results = rows.flatMap(({ id }) => [3, 2, 1].map((minutes) => check(id, nowMs - minutes * 60_000)));
  await ingest(results, null, nowMs);
}
