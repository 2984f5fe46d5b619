import { afterEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { makeNotice } from "@/lib/testing/notifications/notice";
import { closedPort } from "@/lib/testing/providers/provider";
import { type SmtpScript, startSmtpScript } from "@/lib/testing/providers/smtp";
import { send } from "./send";

const before = { ...process.env };
let close: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await close();
  process.env = { ...before };
  forget("env");
});

/** Only silent servers get a short timeout. A busy test machine may need longer for all others. */
async function notify(url: string, timeoutMs = 10_000) {
  Object.assign(process.env, { SMTP_URL: url });
  forget("env");
  const notice = makeNotice("email", { settings: { members: [1] } });
  return send(notice, { secrets: [], privateTargets: [], doneSteps: [], timeoutMs });
}

async function notifyScript(script: SmtpScript) {
  const server = await startSmtpScript(script);
  close = server.close;
  const isSilent = script.greeting === null || script.afterData === null;
  return notify(server.url, isSilent ? 400 : undefined);
}

test.each<[string, SmtpScript, string]>([
  ["a server that takes it", {}, "delivered"],
  ["silence", { greeting: null }, "retry"],
  ["garbage", { greeting: "HTTP/1.1 400 Bad Request" }, "retry"],
  ["too busy to greet", { greeting: "421 too busy" }, "retry"],
  ["closed for good at the greeting", { greeting: "554 no service" }, "rejected"],
  ["a refused sender", { replies: { MAIL: "550 who are you" } }, "rejected"],
  ["a full mailbox", { replies: { RCPT: "452 full" } }, "retry"],
  ["an unknown mailbox", { replies: { RCPT: "550 unknown" } }, "rejected"],
  ["a reset before the data", { replies: { DATA: "reset" } }, "retry"],
  ["a reset after the data", { afterData: "reset" }, "retry"],
  ["no answer to the data", { afterData: null }, "retry"],
  ["refused content", { afterData: "554 spam" }, "rejected"],
  ["greylisting", { afterData: "451 later" }, "retry"],
])("%s", async (_, script, outcome) => {
  const { result } = await notifyScript(script);
  expect(result.outcome).toBe(outcome);
  if (outcome !== "delivered") expect(result.error).toMatch(/\w/);
});

test("retries when nothing is listening", async () => {
  expect((await notify(`smtp://127.0.0.1:${await closedPort()}`)).result.outcome).toBe("retry");
});

test("retries when the server doesn't speak TLS as expected", async () => {
  const server = await startSmtpScript({});
  close = server.close;
  expect((await notify(server.url.replace("smtp:", "smtps:"))).result.outcome).toBe("retry");
});
