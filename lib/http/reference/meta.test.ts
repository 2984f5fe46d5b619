import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { referencePage } from "@/lib/http/reference/page";
import { forget } from "@/lib/shared/once";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
beforeAll(async () => {
  await api(accounts.prjWrite).post("/uptime/monitors", MONITOR);
});

test("health, readiness, metrics, and the document require no credential", async () => {
  expect((await api().get("/healthz")).body).toEqual({ status: "ok" });
  const ready = await api().get("/readyz");
  expect([ready.status, ready.body.status]).toEqual([200, "degraded"]);
  await run`insert into runners (name, kind, token_hash, last_seen_at) values ('local', 'local', 'x', now())`;
  forget("health.stages");
  expect((await api().get("/readyz")).body.status).toBe("ok");
  const metrics = await api().get("/metrics");
  expect(metrics.headers["Content-Type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(metrics.text).toContain("vedette_incidents_open 0\n");
  expect(metrics.text).toContain('vedette_part_ok{part="database"} 1\n');
  expect(metrics.text).not.toContain("monitor_id");
  const open = await api().get("/metrics", {
    Accept: "application/openmetrics-text;version=1.0.0,*/*;q=0.2",
  });
  expect(open.headers["Content-Type"]).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  const { content } = (await api().get("/openapi.json")).body.paths["/metrics"].get.responses[200];
  expect(Object.keys(content)).toEqual(["text/plain", "application/openmetrics-text"]);
  expect(open.text).toMatch(/\nvedette_incidents_open 0\n.*\n# EOF\n$/s);
  expect((await api().get("/openapi.json")).body.openapi).toBe("3.1.0");
  const docs = await api().get("/docs");
  expect(docs.text).toContain("<h1");
  expect(docs.text).toContain('<link rel="icon" href="/icon.svg">');
  expect(docs.headers["Content-Security-Policy"]).toContain("img-src 'self'");
  expect(docs.text).not.toMatch(/{{(?! )/);
  const scripts = [...docs.text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
  const hashes = scripts.map((script) => createHash("sha256").update(script).digest("base64"));
  expect(docs.headers["Content-Security-Policy"]).toContain(`script-src 'sha256-${hashes.join()}'; font-src`);
});

test("metrics with a token include monitors, and reject requests without it", async () => {
  process.env.METRICS_TOKEN = "a-metrics-token";
  forget("env");
  expect((await api().get("/metrics")).status).toBe(401);
  expect((await api("wrong").get("/metrics")).status).toBe(401);
  expect((await api("a-metrics-token").get("/metrics")).text).toContain("vedette_monitor_status{monitor_id=");
  const one = await api("a-metrics-token").get("/metrics?project=app");
  expect(one.text).toContain('project="app"');
  const other = await api("a-metrics-token").get("/metrics?project=other");
  expect(other.text).toContain("vedette_incidents_open");
  expect(other.text).not.toContain("vedette_monitor_status");
  const none = await api("a-metrics-token").get("/metrics?monitors=false");
  expect(none.text).toContain("vedette_incidents_open");
  expect(none.text).not.toContain("vedette_monitor_status");
  process.env.METRICS_TOKEN = "";
  forget("env");
});

test("an index for language models links to every operation of the reference", async () => {
  const { text } = await api().get("/llms.txt");
  const { html } = referencePage("http://localhost:3000");
  const anchors = [...text.matchAll(/\/api\/docs#(\w+)\)/g)].map(([, id]) => id);
  expect(anchors.length).toBeGreaterThan(100);
  for (const id of anchors) expect(html).toContain(`id="${id}"`);
});

test("the reference folds fields of objects below them, and says each limit once", () => {
  const { html } = referencePage("http://localhost:3000");
  const [, article = ""] = html.split('<article id="createMonitor">');
  expect(article).toMatch(/<code>request<\/code> <small>object<\/small>.{0,80}<details><summary>\d+ fields/);
  expect(article).toMatch(/<li><code>follow_redirects<\/code>/);
  expect(html).not.toMatch(/(\d+ to \d+ characters\.) \1/);
});
