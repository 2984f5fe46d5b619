import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { PageDraft } from "./draft";

/** Turns a name into a DNS label. An `attempt` above 1 adds a number. */
export function subdomainFrom(name: string, attempt: number): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 26)
    .replace(/-$/, "");
  const base = plain.length >= 2 ? plain : "status";
  return attempt > 1 ? `${base}-${attempt}` : base;
}

/** Returns the texts of a new page, which follow from one name. */
export function nameTexts(name: string) {
  return {
    name: name.slice(0, 30),
    subdomain: subdomainFrom(name, 1),
    title: `${name} status`.slice(0, 250),
    description: `Live status of ${name}'s services.`.slice(0, 250),
  };
}

/** Returns the changes that follow from a new page's changed name, including texts that still match the earlier name. */
export function renamed(draft: PageDraft, name: string): Partial<PageDraft> {
  const before = nameTexts(draft.name);
  const after = Object.entries(nameTexts(name)).filter(
    ([field]) => draft[field as keyof typeof before] === before[field as keyof typeof before],
  );
  return { ...Object.fromEntries(after), name };
}

/** Channels of pages that are created in the dashboard. Email appears once a mail server is set up. */
export const STARTER_CHANNELS = ["email", "rss", "atom"] as const;

/** Returns the first status page: the organization's name, one monitor, and defaults for the rest. */
export function starterPage(
  organization: string,
  monitor: Pick<Monitor, "id" | "request" | "protocol">,
  attempt = 1,
) {
  const name = organization.length >= 2 ? organization.slice(0, 30) : "Status";
  return {
    name,
    subdomain: subdomainFrom(organization, attempt),
    title: `${name} status`,
    description: `Live status of ${name}'s services.`,
    website_url: "url" in monitor.request ? new URL(monitor.request.url).origin : "https://example.com",
    search_engine_indexed: true,
    subscription_channels: [...STARTER_CHANNELS],
    components: [{ componentable_type: "uptime/monitor" as const, componentable_id: monitor.id }],
  };
}
