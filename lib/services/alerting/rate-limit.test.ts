import { beforeEach, describe, expect, test, vi } from "vitest";
import { deliver } from "@/lib/alerting/deliveries/deliver";
import { forget } from "@/lib/shared/once";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { moveBack, run } from "@/lib/testing/sql";
import { listDeliveries } from "./deliveries";
import { testIntegration } from "./integrations";
import { listRateLimitedIntegrations } from "./rate-limits";

const stage = useNotificationStage();

const PAGE = { number: 1, limit: 20, offset: 0 };
let hook: number;
beforeEach(async () => {
  hook = await stage.hookFor(CREATED);
});

async function leftSeconds(id = hook): Promise<number | null> {
  const rows = await run`select extract(epoch from limited_until - clock_timestamp())::float8 as "left"
    from integration_limits where integration_id = ${id}`;
  return rows[0]?.left ?? null;
}

const titles = () =>
  stage.receiver.received.map(
    (one) => (JSON.parse(one.body) as { data: { incident: { title: string } } }).data.incident.title,
  );

async function openAll(...names: string[]): Promise<void> {
  for (const title of names) {
    await stage.openIncident({ title });
    await drain(1);
  }
}

/** Rounds up to whole steps, because some seconds of the rate limit pass before it is read. */
const to = (step: number, seconds: number) => Math.ceil(seconds / step) * step;

describe("a provider that answers 429", () => {
  test("sends nothing until an integration's limit ends, then the waiting deliveries in order, uncounted", async () => {
    stage.receiver.respond = answer(429, "", { "Retry-After": "240" });
    await openAll("One is down", "Two is down", "Three is down");
    expect(titles()).toEqual(["One is down"]);
    expect((await stage.deliveries()).map((one) => [one.status, one.attempts])).toEqual([
      ["pending", 1],
      ["pending", 0],
      ["pending", 0],
    ]);
    expect(await leftSeconds()).toBeGreaterThan(235);
    await pass(230);
    await drain();
    expect(titles()).toHaveLength(1);
    stage.receiver.respond = answer(200);
    await pass(11);
    await drain();
    expect(titles()).toEqual(["One is down", "One is down", "Two is down", "Three is down"]);
    expect((await stage.deliveries()).map((one) => [one.status, one.attempts])).toEqual([
      ["delivered", 2],
      ["delivered", 1],
      ["delivered", 1],
    ]);
    expect(await leftSeconds()).toBeNull();
  });

  test("is reported in the log and at the integration until the rate limit ends", async () => {
    stage.receiver.respond = answer(429, "", { "Retry-After": "120" });
    await openAll("One is down", "Two is down");
    const shown = async () => {
      const { items } = await listDeliveries(stage.scene.caller(), {}, PAGE);
      return items.map(({ reason, rate_limited_until: until }) => [reason, until] as const);
    };
    const limits = async () => (await listRateLimitedIntegrations(stage.scene.caller(), PAGE)).items;
    const [limit] = await limits();
    expect(limit?.integration_id).toBe(hook);
    const until = limit?.rate_limited_until;
    const words = `Rate-limited by the provider (429) until ${String(until).slice(11, 19)} UTC.`;
    expect(await shown()).toEqual([
      [words, until],
      [words, until],
    ]);
    await pass(121);
    expect(await shown()).toEqual([
      [null, null],
      ["returned 429", null],
    ]);
    expect(await limits()).toEqual([]);
  });

  test("is retried after a minute, doubled with each 429 up to an hour, if it gives no time", async () => {
    stage.receiver.respond = answer(429);
    const lengths: number[] = [];
    await openAll("1 is down", "2 is down", "3 is down", "4 is down", "5 is down");
    for (let n = 1; n <= 8; n += 1) {
      const left = (await leftSeconds()) ?? 0;
      lengths.push(to(60, left));
      await pass(left + 1);
      await drain(1);
      // One goes ahead after each rate limit; the others wait for it.
      expect(titles()).toHaveLength(n + 1);
    }
    expect(lengths).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
    stage.receiver.respond = answer(200);
    await pass(3601);
    await drain();
    stage.receiver.respond = answer(429);
    await openAll("6 is down");
    expect(to(60, (await leftSeconds()) ?? 0)).toBe(60);
  });

  test("is not called early by a server whose clock is wrong, because the database's time decides", async () => {
    stage.receiver.respond = answer(429, "", { "Retry-After": "600" });
    await openAll("One is down", "Two is down");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
    for (const { id } of await stage.deliveries()) await deliver(id);
    await drain();
    expect(titles()).toEqual(["One is down"]);
  });

  test("stays rate-limited when the worker that set it is gone, and no one polls meanwhile", async () => {
    stage.receiver.respond = answer(429, "", { "Retry-After": "600" });
    await openAll("One is down", "Two is down");
    await run`delete from graphile_worker._private_jobs`;
    await pass(601);
    stage.receiver.respond = answer(200);
    await moveBack("deliveries", ["next_attempt_at"], 60, "status = 'pending'");
    await drain();
    expect(titles()).toEqual(["One is down", "One is down", "Two is down"]);
  });

  test("still gets a test that a person asked for", async () => {
    stage.receiver.respond = answer(429, "", { "Retry-After": "600" });
    await openAll("One is down");
    await testIntegration(stage.scene.caller(), "outgoing_webhook", hook);
    await drain();
    expect(stage.receiver.received).toHaveLength(2);
  });

  test("blocks only its own integration", async () => {
    const other = await stage.makeWebhook(`${stage.receiver.url}/other`);
    await stage.makeRule(other, CREATED);
    stage.receiver.respond = (received, response) => {
      response.writeHead(received.path === "/hook" ? 429 : 200);
      response.end();
    };
    await openAll("One is down", "Two is down");
    expect(stage.receiver.received.filter((one) => one.path === "/other")).toHaveLength(2);
    expect(stage.receiver.received.filter((one) => one.path === "/hook")).toHaveLength(1);
    expect(await leftSeconds(other)).toBeNull();
  });
});

test("rate-limits an integration when its provider says so in a 200", async () => {
  process.env.SLACK_API_URL = stage.receiver.url;
  forget("env");
  try {
    stage.receiver.respond = answer(200, { ok: false, error: "ratelimited" });
    const bot = { bot_token: "xoxb-1234-abcdefgh", channel: "C024BE91L" };
    const channel = await stage.makeIntegration("slack", bot);
    await stage.makeRule(channel, CREATED, { plain: true });
    await stage.openIncident();
    await drain();
    expect(await leftSeconds(channel)).toBeGreaterThan(0);
  } finally {
    delete process.env.SLACK_API_URL;
    forget("env");
  }
});

test("rate-limits an integration for as long as Telegram's response body says", async () => {
  process.env.TELEGRAM_API_URL = stage.receiver.url;
  forget("env");
  try {
    stage.receiver.respond = answer(429, {
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 35",
      parameters: { retry_after: 35 },
    });
    const chat = await stage.makeIntegration("telegram", { bot_token: `1:${"a".repeat(35)}`, chat_id: "-5" });
    await stage.makeRule(chat, CREATED, { plain: true });
    await stage.openIncident();
    await drain();
    expect(Math.round((await leftSeconds(chat)) ?? 0)).toBe(35);
  } finally {
    delete process.env.TELEGRAM_API_URL;
    forget("env");
  }
});
