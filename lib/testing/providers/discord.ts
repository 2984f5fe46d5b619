import { bodyOf, firstWrong, type Provider } from "./provider";

interface Embed {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  fields?: { name: string; value: string }[];
  footer?: { text: string };
}

const size = (text: string | undefined): number => [...(text ?? "")].length;

/** Discord's embeds with their limits (discord.com/developers/docs); 6000 characters over all of them. */
export const discordProvider: Provider = {
  app: "discord",
  env: (url) => ({ DISCORD_API_URL: url }),
  settings: () => ({ webhook_url: "https://discord.com/api/webhooks/42/token-of-tests" }),
  messageSettings: null,
  refusal: (received) => {
    const body = bodyOf(received);
    const embeds = (body.embeds ?? []) as Embed[];
    const fields = embeds.flatMap((embed) => embed.fields ?? []);
    const total = embeds.reduce(
      (sum, embed) => sum + size(embed.title) + size(embed.description) + size(embed.footer?.text),
      0,
    );
    const isEdit = received.method === "PATCH";
    const path = isEdit
      ? "/api/webhooks/42/token-of-tests/messages/1234567890"
      : "/api/webhooks/42/token-of-tests?wait=true";
    return firstWrong([
      [received.path === path, "Unknown Webhook"],
      [embeds.length >= 1 && embeds.length <= 10, "Must be 10 or fewer in length"],
      [embeds.every((embed) => size(embed.title) <= 256 && size(embed.description) <= 4096), "too long"],
      [
        embeds.every((embed) => (embed.fields?.length ?? 0) <= 25 && size(embed.footer?.text) <= 2048),
        "too many",
      ],
      [fields.every((field) => size(field.name) >= 1 && size(field.name) <= 256), "field name"],
      [fields.every((field) => size(field.value) >= 1 && size(field.value) <= 1024), "field value"],
      [
        total + fields.reduce((sum, field) => sum + size(field.name) + size(field.value), 0) <= 6000,
        "over 6000",
      ],
      [embeds.every((embed) => Number.isInteger(embed.color) && URL.canParse(String(embed.url))), "embed"],
      [JSON.stringify(body.allowed_mentions) === '{"parse":[]}', "may mention"],
    ]);
  },
  success: () => ({ status: 200, body: { id: "1234567890", type: 0 } }),
  softError: { status: 200, body: { code: 50_035, message: "Invalid Form Body" } },
  busy: (seconds) => ({
    body: { message: "You are being rate limited.", retry_after: seconds, global: false },
    headers: {},
  }),
};
