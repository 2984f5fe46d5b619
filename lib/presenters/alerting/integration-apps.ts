/** A setting in an app's form. The contract enforces the limits and returns errors per field. */
export interface AppField {
  name: string;
  label: string;
  help: string;
  secret?: boolean;
  /** Determines where notifications go, so a change requires entering the secrets again. */
  destination?: boolean;
  placeholder?: string;
  optional?: boolean;
}

interface AppForm {
  title: string;
  text: string;
  /** Whether the form asks for members of the organization. */
  members?: true;
  fields: readonly AppField[];
}

export const APPS = {
  email: {
    title: "Email",
    text: "One email thread per incident, sent to the members you choose.",
    members: true,
    fields: [],
  },
  slack: {
    title: "Slack",
    text: "Posts to a channel. A bot keeps each incident in one thread; a webhook is quicker to set up.",
    fields: [
      {
        name: "webhook_url",
        destination: true,
        label: "Incoming webhook",
        help: "Copy it from your Slack app's Incoming Webhooks page. Leave empty to use a bot.",
        placeholder: "https://hooks.slack.com/services/…",
        secret: true,
        optional: true,
      },
      {
        name: "bot_token",
        label: "Bot token",
        help: "Starts with xoxb-. Needs the chat:write scope and a channel.",
        secret: true,
        optional: true,
      },
      {
        name: "channel",
        destination: true,
        label: "Channel",
        help: "Copy the channel ID from the bottom of the channel's details in Slack, and invite the bot to the channel.",
        placeholder: "C024BE91L",
        optional: true,
      },
    ],
  },
  discord: {
    title: "Discord",
    text: "Posts to a channel and updates the message as the incident changes.",
    fields: [
      {
        name: "webhook_url",
        destination: true,
        label: "Webhook URL",
        help: "In Discord, go to Edit Channel → Integrations → Webhooks → Copy Webhook URL.",
        placeholder: "https://discord.com/api/webhooks/…",
        secret: true,
      },
    ],
  },
  telegram: {
    title: "Telegram",
    text: "Messages from a bot. Later messages about an incident reply to the first.",
    fields: [
      {
        name: "bot_token",
        label: "Bot token",
        help: "@BotFather sends you the token when you create a bot.",
        secret: true,
      },
      {
        name: "chat_id",
        destination: true,
        label: "Chat",
        help: "A chat ID, or the @name of a channel. Add the bot to the chat first.",
        placeholder: "-1001234567890",
      },
    ],
  },
  sms: {
    title: "SMS",
    text: "Short texts to the members you choose who have a phone number. Requires Twilio on the server.",
    members: true,
    fields: [],
  },
  outgoing_webhook: {
    title: "Webhook",
    text: "Sends a signed HTTP request with a body you define.",
    fields: [
      {
        name: "url",
        destination: true,
        label: "URL",
        help: "http or https, up to 250 characters. Redirects aren't followed.",
        placeholder: "https://example.com/hooks/vedette",
      },
      {
        name: "secret",
        label: "Secret",
        help: "10 to 250 characters. Signs every request. You won't be able to see it again.",
        secret: true,
      },
    ],
  },
  ntfy: {
    title: "ntfy",
    text: "Push notifications to everyone subscribed to a topic.",
    fields: [
      {
        name: "hostname",
        destination: true,
        label: "Server",
        help: "4 to 100 characters.",
        placeholder: "ntfy.sh",
      },
      { name: "topic", destination: true, label: "Topic", help: "1 to 255 characters." },
      {
        name: "access_token",
        label: "Access token",
        help: "Exactly 32 characters.",
        secret: true,
        optional: true,
      },
    ],
  },
  pushover: {
    title: "Pushover",
    text: "Push notifications with priorities, including emergencies that repeat until acknowledged.",
    fields: [
      {
        name: "user_key",
        destination: true,
        label: "User key",
        help: "Exactly 30 characters.",
        secret: true,
      },
      { name: "api_key", label: "API key", help: "Exactly 30 characters.", secret: true },
    ],
  },
  ilert: {
    title: "ilert",
    text: "Opens and closes alerts in ilert.",
    fields: [
      {
        name: "integration_key",
        destination: true,
        label: "Integration key",
        help: "40 to 70 characters.",
        secret: true,
      },
    ],
  },
} as const satisfies Record<string, AppForm>;

export type IntegrationApp = keyof typeof APPS;
export const APP_KEYS = Object.keys(APPS) as IntegrationApp[];

/**
 * Returns the fields that a new integration still needs, each with what to do. The server accepts incomplete chat apps, since their
 * settings may be sent one at a time.
 */
export function missingSettings(
  app: IntegrationApp,
  settings: Record<string, unknown>,
): Record<string, string> {
  const isGiven = (name: string) => settings[name] !== undefined && settings[name] !== "";
  if (app === "slack") {
    if (isGiven("webhook_url")) return {};
    if (!isGiven("bot_token"))
      return { "settings.webhook_url": "Enter an incoming webhook, or a bot token and a channel." };
    return isGiven("channel") ? {} : { "settings.channel": "Enter the channel the bot posts to." };
  }
  const wanted: readonly AppField[] = app === "discord" || app === "telegram" ? APPS[app].fields : [];
  return Object.fromEntries(
    wanted
      .filter(({ name }) => !isGiven(name))
      .map(({ name, label }) => [`settings.${name}`, `${label} is required.`]),
  );
}

/** Returns whether the edited settings send notifications somewhere else. */
export function isMoved(
  app: IntegrationApp,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): boolean {
  const fields: readonly AppField[] = APPS[app].fields;
  return fields.some(
    ({ name, destination }) => destination && (after[name] ?? before[name]) !== before[name],
  );
}

/** Returns where an integration sends to, in a few words. */
export function destinationOf(app: string, settings: Record<string, unknown>): string {
  if (typeof settings.url === "string") return settings.url.replace(/^https?:\/\//, "");
  if (typeof settings.topic === "string") return `${settings.hostname}/${settings.topic}`;
  if (typeof settings.channel === "string") return settings.channel;
  if (typeof settings.chat_id === "string") return settings.chat_id;
  if (Array.isArray(settings.members))
    return settings.members.length === 1 ? "1 person" : `${settings.members.length} people`;
  return app;
}
