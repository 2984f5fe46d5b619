import { beforeAll, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import naughty from "@/lib/testing/naughty-strings.json";
import { MONITOR, STATUS_PAGE } from "@/lib/testing/scene";

const accounts = useAccounts();

let incidentId: number;
let monitorId: number;
beforeAll(async () => {
  const made = await client().post("/uptime/incidents", { title: "Slow", impact: "unknown" });
  incidentId = made.body.id;
  monitorId = (await client().post("/uptime/monitors", MONITOR)).body.id;
});
const client = () => api(accounts.prjWrite);

/** The server and the database work at the same time. */
const AT_ONCE = 8;
/** Unpaired surrogates cannot be stored in a JSON file. */
const STRINGS = [...naughty.strings, "a\ud800b", "\udc00"];
/** Each string goes to every other resource, because their fields share a few kinds of text; to all with NAUGHTY=all. */
const stringsFor = (resource: number) =>
  STRINGS.filter((_, at) => process.env.NAUGHTY === "all" || (at + resource) % 2 === 0);

type Body = Record<string, unknown>;
interface Field {
  /** The dotted name, as in a 422. */
  readonly name: string;
  readonly max: number;
  /** Names are trimmed and normalized to NFC, and any other text stays unchanged. */
  readonly kind: "name" | "exact";
}
interface Resource {
  readonly path: () => string;
  readonly make: () => Body;
  readonly fields: readonly Field[];
}

const name = (field: string, max: number): Field => ({ name: field, max, kind: "name" });
const exact = (field: string, max: number): Field => ({ name: field, max, kind: "exact" });
const expectedOf = ({ kind }: Field, value: string) => (kind === "name" ? value.trim().normalize() : value);
let made = 0;
const fresh = (): number => {
  made += 1;
  return made;
};
const soon = (hours: number) => `${new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 16)}:00Z`;

const RESOURCES: Record<string, Resource> = {
  monitors: {
    path: () => "/uptime/monitors",
    make: () => ({
      ...MONITOR,
      request: {
        ...MONITOR.request,
        method: "POST",
        body: "",
        headers: [{ name: "X-Naughty", value: "plain" }],
      },
      success_assertions: [{ type: "response_body", operator: "contains", value: "plain" }],
    }),
    fields: [
      name("name", 45),
      exact("request.body", 500),
      exact("request.headers.0.value", 250),
      exact("success_assertions.0.value", 250),
    ],
  },
  incidents: {
    path: () => "/uptime/incidents",
    make: () => ({
      title: "Slow",
      impact: "unknown",
      description: "plain",
      incident_at: soon(-2),
      recovery_at: soon(-1),
    }),
    fields: [name("title", 250), exact("description", 2000)],
  },
  "incident updates": {
    path: () => `/uptime/incidents/${incidentId}/updates`,
    make: () => ({ state: "identified", content: "plain" }),
    fields: [exact("content", 2000)],
  },
  "incident comments": {
    path: () => `/uptime/incidents/${incidentId}/comments`,
    make: () => ({ content: "plain" }),
    fields: [exact("content", 2000)],
  },
  "maintenance windows": {
    path: () => "/uptime/maintenance-windows",
    make: () => ({
      title: "Upgrade",
      description: "plain",
      monitoring_mode: "pause",
      monitors: [monitorId],
      starts_at: soon(1),
      ends_at: soon(2),
    }),
    fields: [name("title", 250), exact("description", 2000)],
  },
  "status pages": {
    path: () => "/uptime/status-pages",
    make: () => ({
      ...STATUS_PAGE,
      subdomain: `naughty-${fresh()}`,
      components: [{ componentable_type: "uptime/group", name: "Group", components: [] }],
    }),
    fields: [name("name", 30), name("title", 250), exact("description", 250), name("components.0.name", 100)],
  },
  integrations: {
    path: () => "/apps/ntfy/integrations",
    make: () => ({ name: "Phone", settings: { hostname: "ntfy.sh", topic: "plain", access_token: null } }),
    fields: [name("name", 50), name("settings.topic", 250)],
  },
};

function at(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Body | undefined)?.[key], body);
}

function put(body: Body, path: string, value: string): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  (keys.reduce<unknown>((inner, key) => (inner as Body)[key], body) as Body)[last] = value;
}

const fitting = (text: string, max: number) => [...text].slice(0, max).join("");

/** Sends a string in every field, then without the fields that were rejected. Returns what was accepted, by field. */
async function create(resource: Resource, text: string) {
  const sent = new Map(resource.fields.map((field) => [field.name, fitting(text, field.max)]));
  const accepted = new Map(sent);
  for (;;) {
    const body = resource.make();
    for (const [field, value] of accepted) put(body, field, value);
    const answer = await client().post(resource.path(), body);
    const context = `${JSON.stringify(text)} → ${answer.text}`;
    expect([201, 422], context).toContain(answer.status);
    if (answer.status === 201) return { id: Number(answer.body.id), accepted, context };
    const named = Object.keys(answer.body.errors);
    for (const field of named) expect([...sent.keys()], context).toContain(field);
    expect(named.map((field) => accepted.delete(field)).includes(true), context).toBe(true);
  }
}

/** Returns all records by ID. Lists return whole records, and a hundred in one request. */
async function readAll(path: string): Promise<Map<number, Body>> {
  const found = new Map<number, Body>();
  for (let page = 1; ; page += 1) {
    const { body } = await client().get(`${path}?per_page=100&page=${page}`);
    for (const record of body.data) found.set(record.id, record);
    if (body.data.length === 0) return found;
  }
}

test.each(
  Object.entries(RESOURCES).map(([title, resource], at) => [title, resource, stringsFor(at)] as const),
)(
  "%s: every text is returned unchanged, or rejected by field name",
  async (_, resource, strings) => {
    let kept = 0;
    const created: Awaited<ReturnType<typeof create>>[] = [];
    const waiting = strings.values();
    const turns = Array.from({ length: AT_ONCE }, async () => {
      for (const text of waiting) created.push(await create(resource, text));
    });
    await Promise.all(turns);
    const read = await readAll(resource.path());
    for (const { id, accepted, context } of created)
      for (const field of resource.fields) {
        const value = accepted.get(field.name);
        if (value === undefined) continue;
        expect(at(read.get(id), field.name), context).toBe(expectedOf(field, value));
        kept += 1;
      }
    // Rejecting everything would pass as well.
    expect(kept).toBeGreaterThan(strings.length * 0.5);
  },
  120_000,
);
