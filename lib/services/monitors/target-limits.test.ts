import { beforeEach, describe, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createIntegration } from "@/lib/services/alerting/integrations";
import { checkUnsavedMonitor } from "@/lib/services/checks/check-now";
import { readPage } from "@/lib/services/config-file/read-import";
import { pool } from "@/lib/store/core/pool";
import { MONITOR, makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { updateMonitor } from "./edit";
import { countRedirects } from "./redirect-targets";
import { createMonitor } from "./writes";

const scene = useScene();

const tcp = (host: string, port: number) =>
  CreateMonitor.parse({ ...MONITOR, protocol: "tcp", request: { host, port: String(port) } });
const http = (url: string) => CreateMonitor.parse({ ...MONITOR, request: { method: "GET", url } });
const never = new AbortController().signal;

async function namedBefore(count: number, host: (at: number) => string): Promise<void> {
  await run`insert into target_trials (project_id, host, port) select ${scene.projectId}, h, row_number() over ()
    from unnest(${Array.from({ length: count }, (_, at) => host(at))}::text[]) h`;
}

const monitors = async () =>
  (await pool().query("select 1 from monitors where project_id = $1", [scene.projectId])).rowCount;

test("refuses a host's 51st port within an hour, saved or only tried, and stores nothing", async () => {
  await namedBefore(50, () => "scanned.example.com");
  const refusal = {
    status: 429,
    message:
      "A project can use at most 50 different ports of scanned.example.com within an hour. Try again in 60 minutes.",
  };
  await expect(createMonitor(scene.caller(), tcp("Scanned.example.com", 8080))).rejects.toMatchObject(
    refusal,
  );
  await expect(
    checkUnsavedMonitor(scene.caller(), tcp("scanned.example.com", 8080), never),
  ).rejects.toMatchObject({ ...refusal, headers: { "Retry-After": expect.stringMatching(/^3[56]\d\d$/) } });
  expect(await monitors()).toBe(0);
});

test("does not count a repeated port or other hosts", async () => {
  await namedBefore(50, () => "scanned.example.com");
  await createMonitor(scene.caller(), tcp("scanned.example.com", 50));
  await createMonitor(scene.caller(), tcp("other.example.com", 8080));
  expect(await monitors()).toBe(2);
});

test("counts an edit of the host or port, but not of the path", async () => {
  const { id } = await createMonitor(scene.caller(), http("https://scanned.example.com/"));
  await namedBefore(49, () => "scanned.example.com");
  await updateMonitor(scene.caller(), id, { request: http("https://scanned.example.com/health").request });
  await expect(
    updateMonitor(scene.caller(), id, { request: http("https://scanned.example.com:8443/").request }),
  ).rejects.toMatchObject({ status: 429 });
});

test("stops a network scan at 10,000 targets an hour, for one project and one hour only", async () => {
  await namedBefore(10_000, (at) => `10.0.${at >> 8}.${at & 255}`);
  await expect(createMonitor(scene.caller(), tcp("next.example.com", 22))).rejects.toMatchObject({
    status: 429,
  });
  const other = await makeScene();
  await createMonitor(other.caller(), tcp("next.example.com", 22));
  await run`update target_trials set tried_at = now() - interval '61 minutes' where project_id = ${scene.projectId}`;
  await createMonitor(scene.caller(), tcp("next.example.com", 22));
  expect(await monitors()).toBe(1);
});

describe("the same limit counts what the server connects to for a project", () => {
  const refused = { status: 429 };
  beforeEach(() => namedBefore(50, () => "scanned.example.com"));

  test("webhooks", async () => {
    const settings = { url: "https://scanned.example.com:8443/", secret: "a secret of sixteen" };
    await expect(
      createIntegration(scene.caller(), "outgoing_webhook", { name: "Ops", paused: false, settings }),
    ).rejects.toMatchObject(refused);
  });

  test("imports from a URL", async () => {
    await expect(
      readPage("statuspage", "https://scanned.example.com:8443/", scene.projectId),
    ).rejects.toMatchObject(refused);
  });

  test("redirects of checks, after which the next check is refused", async () => {
    const input = http("https://other.example.com/");
    await countRedirects(scene.projectId, { redirects: ["https://scanned.example.com:8443/"] });
    await expect(checkUnsavedMonitor(scene.caller(), input, never)).rejects.toMatchObject(refused);
  });
});
