import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { statements } from "@/lib/testing/statements/statements";
import { Dispatcher } from "./dispatcher";

/** Each waits for the one before, so they are most of the time that an alert takes. This number may only fall. */
const MOST = 55;

const stage = useNotificationStage();

test("takes few statements from a failing result to the request of a webhook", async () => {
  await stage.hookFor(CREATED);
  const now = Date.now();
  const alert = async (host: string, remote_address: string) => {
    const request = JSON.stringify({ method: "GET", url: `https://${host}.example.com/` });
    const monitor = await makeMonitor(stage.scene.projectId, { incident_confirmations: 1, request });
    const sent = await statements(async () => {
      await ingest([check(monitor, now, "down", { remote_address })], null, now);
      await new Dispatcher().runOnce();
    });
    return sent.findIndex((text) => text.includes("update deliveries d set attempts")) + 1;
  };
  await alert("first", "192.0.2.1");
  expect(await alert("second", "192.0.2.2")).toBeLessThanOrEqual(MOST);
  expect(stage.sentEvents()).toEqual([CREATED, CREATED]);
});
