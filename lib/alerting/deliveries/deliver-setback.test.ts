import { expect, test } from "vitest";
import { pullNotificationsForward } from "@/lib/store/core/clock-setback";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { moveBack, run } from "@/lib/testing/sql";

const stage = useNotificationStage();

test("retries a failed alert once, without delay, after the clock was set back an hour", async () => {
  await stage.hookFor(CREATED);
  stage.receiver.respond = answer(503);
  await stage.openIncident();
  await drain();
  await moveBack("deliveries", ["created_at", "next_attempt_at"], -3600);
  await moveBack("delivery_attempts", ["started_at"], -3600);
  await moveBack("graphile_worker._private_jobs", ["run_at", "updated_at"], -3600);
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
