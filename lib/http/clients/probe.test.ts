import { beforeEach, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { answerProbes } from "@/lib/testing/runners/probe-runner";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const door = useFrontDoor();

beforeEach(() => run`delete from runners`);

async function probe(query: string, token = accounts.prjWrite) {
  const headers: Record<string, string> = {
    "X-Prometheus-Scrape-Timeout-Seconds": "10",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const { status, text } = await door.ask(`/probe?${query}`, { headers });
  return { status, text };
}

/** Probes while a runner of the region answers. */
async function answered(query: string, outcome: "up" | "down") {
  const answering = answerProbes(["eu-deu-fra"], 1, outcome);
  const answer = await probe(`${query}&region=eu-deu-fra`);
  expect(answer.status, answer.text).toBe(200);
  await answering;
  return answer;
}

const namesIn = (text: string) => [...new Set(text.match(/^probe_\w+/gm))].sort();
const COMMON = [
  "probe_dns_lookup_time_seconds",
  "probe_duration_seconds",
  "probe_ip_addr_hash",
  "probe_ip_protocol",
  "probe_success",
];

const HTTP = [
  "probe_http_duration_seconds",
  "probe_http_redirects",
  "probe_http_ssl",
  "probe_http_status_code",
  "probe_http_version",
  "probe_failed_due_to_regex",
];

test.each([
  ["module=http_2xx&target=https://shop.example/", HTTP],
  ["target=shop.example", HTTP],
  ["module=tcp_connect&target=db.example:5432", ["probe_failed_due_to_regex"]],
  ["module=tls&target=db.example:5432", ["probe_failed_due_to_regex"]],
  ["module=icmp&target=db.example", ["probe_icmp_duration_seconds"]],
  [
    "module=dns&target=9.9.9.9&query_name=shop.example",
    ["probe_dns_answer_rrs", "probe_dns_duration_seconds", "probe_dns_query_succeeded"],
  ],
])("%s has the metrics of blackbox_exporter", async (query, own) => {
  const { status, text } = await answered(query, "up");
  expect([status, namesIn(text)]).toEqual([200, [...COMMON, ...own].sort()]);
  expect(text).toContain("\nprobe_success 1\n");
  // As Go's FNV-1a hashes 192.0.2.1.
  expect(text).toContain("\nprobe_ip_addr_hash 1969986452\n");
});

test("a failed probe is a metric, and an unknown result is a failed scrape", async () => {
  const down = await answered("target=shop.example", "down");
  expect([down.status, down.text.includes("\nprobe_success 0\n")]).toEqual([200, true]);
  const none = await probe("target=shop.example");
  expect([none.status, none.text]).toEqual([503, "No runner is connected.\n"]);
});

test("a probe needs a key that may check, an allowed target, and a known module", async () => {
  const statusOf = async (query: string, token?: string) =>
    (await probe(`${query}&region=eu-deu-fra`, token)).status;
  expect(await statusOf("target=shop.example", "")).toBe(401);
  expect(await statusOf("target=shop.example", accounts.prjRead)).toBe(403);
  expect(await statusOf("module=tcp_connect&target=169.254.169.254:80")).toBe(422);
  expect(await statusOf("module=nothing&target=shop.example")).toBe(400);
  expect(await statusOf("module=constructor&target=shop.example")).toBe(400);
  expect(await statusOf("module=tcp_connect&target=shop.example")).toBe(400);
  expect(await statusOf("module=dns&target=192.0.2.53")).toBe(400);
  expect(await statusOf("module=http_2xx")).toBe(400);
});
