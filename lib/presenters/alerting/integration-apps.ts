/** A setting of an app as its form asks for it. Limits and refusals are the contract's; errors come back per field. */
export interface AppField {
  name: string;
  label: string;
  help: string;
  secret?: boolean;
  /** Says where messages go: a change of it requires the secrets again. */
  destination?: boolean;
  placeholder?: string;
  optional?: boolean;
}

interface AppForm {
  title: string;
  text: string;
  /** Whether members of the organization are chosen. */
  members?: true;
  fields: readonly AppField[];
}

export const APPS = {
  email: {
    title: "E-mail",
    text: "One thread per incident, to the people you choose.",
    members: true,
    fields: [],
  },
  slack: {
    title: "Slack",
    text: "A message in a channel. A bot keeps each incident in one thread; a webhook is quicker to set up.",
    fields: [
      {
        name: "webhook_url",
        destination: true,
        label: "Incoming webhook",
        help: "From the app's page “Incoming Webhooks” in Slack. Leave empty for a bot.",
        placeholder: "https://hooks.slack.com/services/…",
        secret: true,
        optional: true,
      },
      {
        name: "bot_token",
        label: "Bot token",
        help: "Begins with xoxb-, with the scope chat:write. Needs a channel.",
        secret: true,
        optional: true,
      },
      {
        name: "channel",
        destination: true,
        label: "Channel",
        help: "The channel's id, at the foot of its details in Slack. Invite the bot into it.",
        placeholder: "C024BE91L",
        optional: true,
      },
    ],
  },
  discord: {
    title: "Discord",
    text: "A message in a channel, edited as the incident changes.",
    fields: [
      {
        name: "webhook_url",
        destination: true,
        label: "Webhook address",
        help: "Channel settings → Integrations → Webhooks → Copy webhook URL.",
        placeholder: "https://discord.com/api/webhooks/…",
        secret: true,
      },
    ],
  },
  telegram: {
    title: "Telegram",
    text: "A message by a bot; later ones of an incident answer the first.",
    fields: [
      {
        name: "bot_token",
        label: "Bot token",
        help: "@BotFather gives it when you make a bot.",
        secret: true,
      },
      {
        name: "chat_id",
        destination: true,
        label: "Chat",
        help: "A chat's number, or @name of a channel. The bot has to be in it.",
        placeholder: "-1001234567890",
      },
    ],
  },
  sms: {
    title: "SMS",
    text: "A short text to the chosen members who have a phone number. Needs Twilio on the server.",
    members: true,
    fields: [],
  },
  outgoing_webhook: {
    title: "Webhook",
    text: "A signed HTTP request with a body of your own shape.",
    fields: [
      {
        name: "url",
        destination: true,
        label: "Address",
        help: "http or https, at most 250 characters. Redirects are not followed.",
        placeholder: "https://example.com/hooks/vedette",
      },
      {
        name: "secret",
        label: "Secret",
        help: "10 to 250 characters; signs every request. It is not shown again.",
        secret: true,
      },
    ],
  },
  ntfy: {
    title: "ntfy",
    text: "Push to phones through a topic.",
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
    text: "Push with priorities, also at night.",
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
 * What still has to be filled in before a new destination can tell anybody: field → what to do. The chat apps take their
 * settings one by one, so that the server lets an unfinished one stand.
 */
export function missingSettings(
  app: IntegrationApp,
  settings: Record<string, unknown>,
): Record<string, string> {
  const isGiven = (name: string) => settings[name] !== undefined && settings[name] !== "";
  if (app === "slack") {
    if (isGiven("webhook_url")) return {};
    if (!isGiven("bot_token"))
      return { "settings.webhook_url": "Give an incoming webhook, or a bot token and a channel." };
    return isGiven("channel") ? {} : { "settings.channel": "A bot needs the channel it writes to." };
  }
  const wanted: readonly AppField[] = app === "discord" || app === "telegram" ? APPS[app].fields : [];
  return Object.fromEntries(
    wanted
      .filter(({ name }) => !isGiven(name))
      .map(({ name, label }) => [`settings.${name}`, `${label}: this has to be filled in.`]),
  );
}

/** Whether a form says that messages go elsewhere than they do now. */
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

/** Where an integration sends to, in a few words. */
export function destinationOf(app: string, settings: Record<string, unknown>): string {
  if (typeof settings.url === "string") return settings.url.replace(/^https?:\/\//, "");
  if (typeof settings.topic === "string") return `${settings.hostname}/${settings.topic}`;
  if (typeof settings.channel === "string") return settings.channel;
  if (typeof settings.chat_id === "string") return settings.chat_id;
  if (Array.isArray(settings.members))
    return settings.members.length === 1 ? "1 person" : `${settings.members.length} people`;
  return app;
}
