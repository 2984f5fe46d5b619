import { describe, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

// Request bodies of the published Terraform provider: every field of the configuration on every create and update, without empty
// fields of `request` (Go's `omitempty`), and the state rebuilt from the response alone.
const accounts = useAccounts();

type Request = Record<string, unknown>;
interface Configuration {
  readonly name: string;
  readonly protocol: "http" | "tcp" | "icmp";
  readonly request: Request;
  readonly interval: number;
  readonly timeout: number;
  readonly regions: string[];
  readonly success_assertions?: Request[];
  readonly region_threshold: number;
  readonly incident_confirmations: number;
  readonly recovery_confirmations: number;
}

const BASE = {
  name: "Shop checkout",
  interval: 60,
  timeout: 10_000,
  regions: ["eu-deu-fra", "ng-nld-ams"],
  region_threshold: 1,
  incident_confirmations: 2,
  recovery_confirmations: 3,
} as const;
const ASSERTIONS = [
  { type: "status_code", operator: "in", value: "2xx,30x" },
  { type: "response_header", selector: "X-Version", operator: "equals", value: "7" },
];

/** Defaults that the provider's own schema fills in before sending. */
const FILLED: Record<Configuration["protocol"], Request> = {
  http: { follow_redirects: true, tls_skip_verify: false },
  tcp: { tls_skip_verify: false },
  icmp: {},
};

function bodyOf(configuration: Configuration): string {
  const { protocol, request } = configuration;
  return JSON.stringify({ ...configuration, request: { ...FILLED[protocol], ...request } });
}

/** Returns the part of a response that the provider keeps: known fields, with empty lists as unset. */
function stateOf(answer: Record<string, unknown>): Configuration {
  const { name, protocol, interval, timeout, regions, success_assertions, region_threshold } = answer;
  const { incident_confirmations, recovery_confirmations } = answer;
  const set = Object.entries(answer.request as Request).filter(([, value]) => value !== null);
  const assertions = (success_assertions as Request[]).length > 0 ? { success_assertions } : {};
  const request = Object.fromEntries(set);
  const counts = { region_threshold, incident_confirmations, recovery_confirmations };
  return { name, protocol, request, interval, timeout, regions, ...assertions, ...counts } as Configuration;
}

/** Returns the configuration as a plan compares it with the state. */
function planned(configuration: Configuration): Configuration {
  return { ...configuration, request: { ...FILLED[configuration.protocol], ...configuration.request } };
}

async function apply(id: number | null, configuration: Configuration): Promise<number> {
  const client = api(accounts.prjWrite);
  const answer = await client.post(`/uptime/monitors${id === null ? "" : `/${id}`}`, bodyOf(configuration));
  expect([answer.status, answer.body.errors], answer.text).toEqual([id === null ? 201 : 200, undefined]);
  expect(stateOf(answer.body)).toEqual(planned(configuration));
  const read = await client.get(`/uptime/monitors/${answer.body.id}`);
  expect(stateOf(read.body), "the plan after the apply").toEqual(planned(configuration));
  return answer.body.id;
}

const http = (request: Request): Configuration => ({
  ...BASE,
  regions: [...BASE.regions],
  protocol: "http",
  request,
  success_assertions: ASSERTIONS,
});
const target = { method: "POST", url: "https://shop.example.com/checkout" };
const whole = {
  ...target,
  tls_skip_verify: true,
  body: '{"ping":true}',
  follow_redirects: false,
  user_agent_secret: "let me in",
  headers: [{ name: "Authorization", value: "Bearer abc" }],
};

describe("plan, apply, plan: the second plan is empty", () => {
  test.each([
    ["headers", { ...whole, headers: undefined }],
    ["body", { ...whole, body: undefined }],
    ["user_agent_secret", { ...whole, user_agent_secret: undefined }],
    ["tls_skip_verify", { ...whole, tls_skip_verify: undefined }],
    ["everything optional", target],
    ["the body, with a change to GET", { ...target, method: "GET" }],
  ])("a configuration that drops %s", async (_, smaller) => {
    const id = await apply(null, http(whole));
    const kept = Object.fromEntries(Object.entries(smaller).filter(([, value]) => value !== undefined));
    await apply(id, http(kept));
    await apply(id, http(whole));
  });

  test("a TCP monitor that returns to a plain connection", async () => {
    const tcp = (request: Request): Configuration => ({
      ...BASE,
      regions: [...BASE.regions],
      protocol: "tcp",
      request: { host: "db.example.com", port: "5432", ...request },
    });
    const id = await apply(null, tcp({ connection: "tls", tls_skip_verify: true }));
    await apply(id, tcp({ connection: "plain" }));
  });

  test("an ICMP monitor and its regions", async () => {
    const icmp = (regions: string[]): Configuration => ({
      ...BASE,
      protocol: "icmp",
      request: { host: "router.example.com" },
      regions,
    });
    const id = await apply(null, icmp(["ng-nld-ams"]));
    await apply(id, icmp(["eu-nld-ams", "eu-deu-fra"]));
    await apply(id, icmp(["eu-deu-fra", "ng-nld-ams"]));
  });
});

test("an omitted request stays unchanged", async () => {
  const id = await apply(null, http(whole));
  const answer = await api(accounts.prjWrite).post(`/uptime/monitors/${id}`, { name: "Renamed" });
  expect(answer.body.request).toMatchObject(whole);
});

test("validates a request by the monitor's own protocol", async () => {
  const id = await apply(null, http(whole));
  const answer = await api(accounts.prjWrite).post(`/uptime/monitors/${id}`, {
    request: { host: "example.com" },
  });
  expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([
    422,
    ["request.method", "request.url"],
  ]);
});
