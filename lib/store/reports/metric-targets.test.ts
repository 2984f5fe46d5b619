import { expect, test } from "vitest";
import { metricsTexts } from "@/lib/engine/health/metrics";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene();

test("tells two ports of a host and two record types of a name apart, each as its protocol names it", async () => {
  const { projectId } = scene;
  const requests = [
    ["tcp", { host: "db.example.com", port: "5432" }],
    ["tcp", { host: "db.example.com", port: "6432" }],
    ["tcp", { host: "2001:db8::1", port: "443" }],
    ["dns", { host: "example.com", record_type: "MX" }],
    ["icmp", { host: "10.0.0.1" }],
  ] as const;
  for (const [protocol, request] of requests) {
    const id = await makeMonitor(projectId);
    await run`update monitors set protocol = ${protocol}, request = ${JSON.stringify(request)}::jsonb where id = ${id}`;
    await ingest([check(id, Date.now(), "up")], null, Date.now());
  }
  const [{ slug }] = await run`select slug from projects where id = ${projectId}`;
  const lines = (await metricsTexts("all", slug)).join("").match(/^probe_success\{.*$/gm) ?? [];
  expect(lines.map((line) => /target="([^"]*)"/.exec(line)?.[1])).toEqual([
    "db.example.com:5432",
    "db.example.com:6432",
    "[2001:db8::1]:443",
    "MX example.com",
    "10.0.0.1",
  ]);
});

test("leaves out the success of a region whose checks have stopped", async () => {
  const { projectId } = scene;
  const id = await makeMonitor(projectId, { regions: ["eu-deu-fra", "na-usa-iad"] });
  for (const region of ["eu-deu-fra", "na-usa-iad"] as const)
    await ingest([check(id, Date.now(), "up", { region })], null, Date.now());
  await run`update region_states set silent = true where monitor_id = ${id} and region = 'na-usa-iad'`;
  const [{ slug }] = await run`select slug from projects where id = ${projectId}`;
  const lines = (await metricsTexts("all", slug)).join("").match(/^probe_success\{.*$/gm) ?? [];
  expect(lines.map((line) => /region="([^"]*)"/.exec(line)?.[1])).toEqual(["eu-deu-fra"]);
});
