import { performance } from "node:perf_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { forget } from "@/lib/shared/once";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { behave } from "@/lib/testing/providers/provider";
import { smsProvider } from "@/lib/testing/providers/sms";
import { run } from "@/lib/testing/sql";
import { deliver } from "./deliver";

const stage = useNotificationStage();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forget("env");
});

/** Less than an exchange may take. */
const EACH_MS = 25_000;

test("sends each member one message, even if sending takes longer than the delivery is leased", async () => {
  for (const [name, value] of Object.entries(smsProvider.env(stage.receiver.url))) vi.stubEnv(name, value);
  forget("env");
  const members = await Promise.all(
    ["Ada", "Ben", "Cem", "Dan", "Eve", "Fay"].map((name) => stage.makeUser(name)),
  );
  await run`update users set phone = '+4930123' || id where id = any (${members})`;
  await stage.makeRule(await stage.makeIntegration("sms", { members }), CREATED, { plain: true });
  await stage.openIncident();

  let passedMs = 0;
  const realMs = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => realMs() + passedMs);
  const answer = behave(smsProvider, null);
  const { received } = stage.receiver;
  let other: Promise<void> | null = null;
  stage.receiver.respond = async (request, response) => {
    passedMs += EACH_MS;
    await run`update deliveries set leased_until = leased_until - make_interval(secs => ${EACH_MS / 1000})`;
    if (received.length === members.length - 1) {
      const { id } = await stage.onlyDelivery();
      let isOver = false;
      other ??= deliver(id).finally(() => {
        isOver = true;
      });
      await vi.waitFor(() => expect(isOver || received.length >= members.length).toBe(true), 10_000);
    }
    answer(request, response);
  };
  await drain();
  await other;
  expect(await stage.onlyDelivery()).toMatchObject({ status: "delivered", attempts: 1 });
  expect(stage.receiver.received).toHaveLength(members.length);
}, 60_000);
