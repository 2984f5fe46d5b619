import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { makeNotice } from "@/lib/testing/notifications/notice";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { allProviders } from "@/lib/testing/providers/all";
import {
  behave,
  closedPort,
  MISBEHAVIOURS,
  type Misbehaviour,
  type Provider,
  startRaw,
} from "@/lib/testing/providers/provider";
import { ADAPTERS } from "./apps/registry";
import { send } from "./send";

const PROVIDERS = await allProviders();

/** Only servers that never finish get a short timeout. A busy test machine may need longer for all others. */
const timeoutOf = (misbehaviour: Misbehaviour | null) =>
  misbehaviour === "silent" || misbehaviour === "drip" ? 250 : 10_000;

let receiver: Receiver;
let cleanUps: (() => Promise<void>)[] = [];
const before = { ...process.env };
beforeEach(async () => {
  receiver = await startReceiver();
  cleanUps = [() => receiver.close()];
});
afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  process.env = { ...before };
  forget("env");
});

async function notify(provider: Provider, misbehaviour: Misbehaviour | null) {
  const url = await addressOf(misbehaviour);
  Object.assign(process.env, provider.env(url), { DATABASE_URL: "postgres://unused" });
  forget("env");
  receiver.respond = behave(provider, misbehaviour);
  const notice = makeNotice(provider.app, {
    settings: provider.settings(url),
    messageSettings: provider.messageSettings,
  });
  return send(notice, {
    secrets: [],
    privateTargets: ["127.0.0.0/8", "::1/128"],
    doneSteps: [],
    timeoutMs: timeoutOf(misbehaviour),
  });
}

async function addressOf(misbehaviour: Misbehaviour | null): Promise<string> {
  if (misbehaviour === "refused") return `http://127.0.0.1:${await closedPort()}`;
  // A plain HTTP server can't complete the handshake.
  if (misbehaviour === "tls") return receiver.url.replace("http:", "https:");
  const raw = misbehaviour && (await startRaw(misbehaviour));
  if (!raw) return receiver.url;
  cleanUps.push(() => raw.close());
  return `http://127.0.0.1:${raw.port}`;
}

/** The expected result of each misbehavior. */
function expected(
  provider: Provider,
  misbehaviour: Misbehaviour,
): { outcome: string; retryAfterMs?: number } {
  switch (misbehaviour) {
    case "400":
    case "302":
      return { outcome: provider.retriesRefusals ? "retry" : "rejected" };
    case "410":
      return { outcome: "rejected" };
    case "200 with an error body":
      return { outcome: provider.softError ? "rejected" : "delivered" };
    case "429 with its wait":
    case "503 with Retry-After":
      return { outcome: "retry", retryAfterMs: 120_000 };
    case "drip":
    case "truncated":
      return { outcome: ADAPTERS[provider.app].statusSuffices ? "delivered" : "retry" };
    default:
      return { outcome: "retry" };
  }
}

describe.each(PROVIDERS)("$name", (provider) => {
  test("sends requests as the vendor's reference requires", async () => {
    const { result, reports } = await notify(provider, null);
    expect(reports.map((report) => report.response)).toMatchObject(
      reports.map(() => ({ status: expect.any(Number) })),
    );
    expect(result).toMatchObject({ outcome: "delivered", error: null });
    expect(receiver.received).toHaveLength(1);
  });

  test.each(MISBEHAVIOURS)("%s", async (misbehaviour) => {
    const { result } = await notify(provider, misbehaviour);
    expect(result).toMatchObject(expected(provider, misbehaviour));
    if (result.outcome !== "delivered") expect(result.error).toMatch(/\w/);
    expect(receiver.received.every((one) => one.path !== "/elsewhere")).toBe(true);
  });
});
