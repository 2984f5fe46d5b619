import { expect, test } from "vitest";
import { pullNotificationsForward } from "@/lib/store/core/clock-setback";
import { pool } from "@/lib/store/core/pool";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage();

test("retries a failed alert once, without delay, after the clock was set back an hour", async () => {
  await stage.hookFor(CREATED);
  stage.receiver.respond = answer(503);
  await stage.openIncident();
  await drain();
  const hour = "interval '1 hour'";
  await pool().query(
    `update deliveries set created_at = created_at + ${hour}, next_attempt_at = next_attempt_at + ${hour};
     update delivery_attempts set started_at = started_at + ${hour};
     update graphile_worker._private_jobs set run_at = run_at + ${hour}, updated_at = updated_at + ${hour}`,
  );
  stage.receiver.respond = answer(200);
  await pullNotificationsForward();
  await run`update graphile_worker._private_jobs set run_at = now() where run_at < now() + interval '61 seconds'`;
  await drain();
  expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered", attempts: 2 });
  expect(stage.receiver.received).toHaveLength(2);
  await pullNotificationsForward();
  await drain();
  expect(stage.receiver.received).toHaveLength(2);
});
