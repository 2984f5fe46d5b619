/** A setting of an app as its form asks for it. Limits and refusals are the contract's; errors come back per field. */
export interface AppField {
  name: string;
  label: string;
  help: string;
  secret?: boolean;
  placeholder?: string;
  optional?: boolean;
}

interface AppForm {
  title: string;
  text: string;
  /** Empty: the members of the organization are chosen instead. */
  fields: readonly AppField[];
}

export const APPS = {
  email: { title: "E-mail", text: "One thread per incident, to the people you choose.", fields: [] },
  outgoing_webhook: {
    title: "Webhook",
    text: "A signed HTTP request with a body of your own shape.",
    fields: [
      {
        name: "url",
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
      { name: "hostname", label: "Server", help: "4 to 100 characters.", placeholder: "ntfy.sh" },
      { name: "topic", label: "Topic", help: "1 to 255 characters." },
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
      { name: "user_key", label: "User key", help: "Exactly 30 characters.", secret: true },
      { name: "api_key", label: "API key", help: "Exactly 30 characters.", secret: true },
    ],
  },
  ilert: {
    title: "ilert",
    text: "Opens and closes alerts in ilert.",
    fields: [
      { name: "integration_key", label: "Integration key", help: "40 to 70 characters.", secret: true },
    ],
  },
} as const satisfies Record<string, AppForm>;

export type IntegrationApp = keyof typeof APPS;
export const APP_KEYS = Object.keys(APPS) as IntegrationApp[];

/** Where an integration sends to, in a few words. */
export function destinationOf(app: string, settings: Record<string, unknown>): string {
  if (typeof settings.url === "string") return settings.url.replace(/^https?:\/\//, "");
  if (typeof settings.topic === "string") return `${settings.hostname}/${settings.topic}`;
  if (Array.isArray(settings.members))
    return settings.members.length === 1 ? "1 person" : `${settings.members.length} people`;
  return app;
}
