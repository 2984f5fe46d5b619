import { lockScreen, PHONE_STYLE } from "./phone";
import { bodyOf, firstWrong, length, type Provider } from "./provider";

const TOKEN = "110201543:AAToken-of-tests-Token-of-tests-Tok";
const TAGS = /<\/?(b|a|i|code|pre)(?: href="[^"]*")?>/g;

/** core.telegram.org/bots/api#sendmessage with parse_mode HTML. */
export const telegramProvider: Provider = {
  app: "telegram",
  name: "telegram",
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
  look: { style: PHONE_STYLE, html: (step) => telegramHtml(String(bodyOf(step).text)) },
};
export const providers = [telegramProvider];

const UNKNOWN_TAG = /<(?!\/?(?:b|strong|i|em|u|s|code|pre|blockquote)>|a href="[^"<>]*">|\/a>)/;

/** Renders Telegram's HTML as it is; unknown tags are an error, as at Telegram. */
function telegramHtml(text: string): string {
  if (UNKNOWN_TAG.test(text)) throw new Error("Bad Request: can't parse entities");
  const [title = "", ...rest] = text.replace(/<[^<>]*>/g, "").split("\n");
  const plain = (part: string) =>
    part.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return `${lockScreen("Vedette", plain(`${title}\n${rest.join("\n").trim()}`))}<div class="bub">${text}</div>`;
}
