import { afterEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { telegramProvider } from "@/lib/testing/providers/telegram";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage();
const before = process.env.TELEGRAM_API_URL;
afterEach(() => {
  if (before === undefined) delete process.env.TELEGRAM_API_URL;
  else process.env.TELEGRAM_API_URL = before;
  forget("env");
});

const NEW_ID = -1_009_999_999_999;

test("a Telegram group's new ID is kept, so that later notifications cost one request", async () => {
  Object.assign(process.env, telegramProvider.env(stage.receiver.url));
  forget("env");
  const chats: unknown[] = [];
  stage.receiver.respond = ({ body }, response) => {
    const { chat_id } = JSON.parse(body);
    chats.push(chat_id);
    const isNew = String(chat_id) === String(NEW_ID);
    const answer = isNew
      ? { ok: true, result: { message_id: chats.length } }
      : { ok: false, description: "upgraded", parameters: { migrate_to_chat_id: NEW_ID } };
    response.writeHead(isNew ? 200 : 400, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  };
  const id = await stage.makeIntegration("telegram", telegramProvider.settings(""));
  await stage.makeRule(id, CREATED, { plain: true });
  await stage.openIncident();
  await drain();
  expect(chats.map(String)).toEqual(["-1001234567890", String(NEW_ID)]);
  const [row] = await run`select settings from integrations where id = ${id}`;
  expect(row?.settings).toMatchObject({ chat_id: String(NEW_ID) });
  await stage.openIncident();
  await drain();
  expect(chats.map(String).slice(2)).toEqual([String(NEW_ID)]);
});
