import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident } from "@/lib/services/incidents/writes";
import { monotonicMs } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { SUBSCRIBE_PATHS } from "@/lib/status-page/render/subscribe-documents";
import { briefRead } from "@/lib/status-page/serve/brief-read";
import { FIXED_PATHS } from "@/lib/status-page/serve/paths";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { closePool } from "@/lib/store/core/pool";
import { type DatabaseProxy, startDatabaseProxy } from "@/lib/testing/databases/database-proxy";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { useSmtp } from "@/lib/testing/pages/subscriber";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();
const SVG = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64")}`;
let proxy: DatabaseProxy;
let paths: string[];

beforeAll(async () => {
  useSmtp("smtp://127.0.0.1:1");
  await frontDoor.makePage({
    subdomain: "full",
    subscription_channels: SUBSCRIPTION_CHANNELS,
    logo_light: SVG,
  });
  await frontDoor.makePage({ subdomain: "closed", title: "Hush hush", access_token: "open-sesame" });
  const incident = await createIncident(
    frontDoor.scene.caller(),
    CreateIncident.parse({ title: "Down", impact: "major_outage", monitors: [frontDoor.monitorId] }),
  );
  await createIncidentUpdate(frontDoor.scene.caller(), incident.id, {
    state: "investigating",
    content: "We look into it.",
  });
  await renderProjectPages(frontDoor.scene.projectId);
  await until(async () => (await frontDoor.ask("/status/full")).text.includes("We look into it."));
  await until(async () => (await frontDoor.ask("/status/closed")).status === 401);
  const withToken: string[] = [SUBSCRIBE_PATHS.confirm, SUBSCRIBE_PATHS.manage, SUBSCRIBE_PATHS.leave];
  paths = [
    ...FIXED_PATHS.filter((path) => ![...withToken, "404", "sign-in"].includes(path)),
    `history/${new Date().toISOString().slice(0, 7)}`,
    ...[`components/${frontDoor.monitorId}`, `incidents/${incident.slug}`, "files/logo_light"],
    ...["de", "ja/history", "fr/history.rss", `ar/incidents/${incident.slug}`],
  ];
  proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "");
  // In this order, because a page that is being read opens the pool again at once.
  setEnv({ DATABASE_URL: proxy.url });
  await closePool();
  await run`select 1`;
});

afterAll(async () => {
  useSmtp(undefined);
  proxy.pass();
  await closePool();
  await proxy.stop();
});

beforeEach(() => {
  proxy.pass();
  forget("pages.brief-read");
});

/** Forgets earlier requests of visitors, as a server that has just started does. */
function restart(): void {
  forget("pages.derived");
}

test("a slow statement of a database that answers is waited for", async () => {
  const slow = () => run`select pg_sleep(2.5), 7 as seven`;
  expect(await briefRead(slow)).toMatchObject([{ seven: 7 }]);
});

describe.each(["refuse", "hang"] as const)("while the database's connections %s", (mode) => {
  test("a page that no one has read yet answers in every representation", async () => {
    restart();
    proxy[mode]();
    for (const path of paths) {
      const { status, text } = await frontDoor.ask(`/status/full/${path}`);
      expect([path, status, text.length > 0]).toEqual([path, 200, true]);
    }
  });

  test("answers a calm 503 in time for pages that aren't cached, and never waits for one twice", async () => {
    proxy[mode]();
    const older = ["full/history/2024-02", "full/incidents/APP-99999", "nobody"];
    const began = monotonicMs();
    for (const path of older) {
      const { status, headers, text } = await frontDoor.ask(`/status/${path}`);
      expect([path, status, Number(headers["retry-after"]) > 0]).toEqual([path, 503, true]);
      expect(text).not.toMatch(/Vedette|database/);
    }
    expect(monotonicMs() - began).toBeLessThan(2_500);
  });

  test("a private page stays closed, and opens with its token", async () => {
    proxy[mode]();
    for (const path of paths) {
      const { status, text } = await frontDoor.ask(`/status/closed/${path}`);
      expect([path, status, /Hush|Acme|Shop/.test(text)]).toEqual([path, 401, false]);
    }
    const opened = await frontDoor.ask("/status/closed/api/v2/summary.json?token=open-sesame");
    expect([opened.status, opened.headers["cache-control"]]).toEqual([200, "no-store"]);
  });

  test("everything answers again once the database does", async () => {
    const months = `/status/full/history/2024-${mode === "hang" ? "03" : "04"}`;
    proxy[mode]();
    expect((await frontDoor.ask(months)).status).toBe(503);
    proxy.pass();
    await until(async () => (await frontDoor.ask(months)).status === 200);
  });
});
