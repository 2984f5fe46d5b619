import { bodyOf, firstWrong, length, type Provider } from "./provider";

const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const TAGS = /<\/?(b|a|i|code|pre)(?: href="[^"]*")?>/g;

/** core.telegram.org/bots/api#sendmessage with parse_mode HTML. */
export const telegramProvider: Provider = {
  app: "telegram",
  env: (url) => ({ TELEGRAM_API_URL: url }),
  settings: () => ({ bot_token: TOKEN, chat_id: "-1001234567890" }),
  messageSettings: null,
  refusal: (received) => {
    const body = bodyOf(received);
    const shown = String(body.text).replace(TAGS, "");
    const reply = body.reply_parameters as { message_id?: unknown } | undefined;
    return firstWrong([
      [received.method === "POST" && received.path === `/bot${TOKEN}/sendMessage`, "Not Found"],
      [body.chat_id === -1_001_234_567_890, "chat not found"],
      [body.parse_mode === "HTML", "parse_mode"],
      [length(shown, 1, 4096), "message is too long"],
      [!/[<>]/.test(shown), "can't parse entities"],
      [reply === undefined || Number.isInteger(reply.message_id), "reply_parameters"],
    ]);
  },
  success: () => ({ status: 200, body: { ok: true, result: { message_id: 365 } } }),
  softError: {
    status: 200,
    body: { ok: false, error_code: 400, description: "Bad Request: chat not found" },
  },
  busy: (seconds) => ({
    body: {
      ok: false,
      error_code: 429,
      description: "Too Many Requests",
      parameters: { retry_after: seconds },
    },
    headers: {},
  }),
};
