import { PAGE_FIELDS } from "@/lib/contract/status-pages/fields";
import { fillTheme } from "@/lib/contract/status-pages/fill-theme";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import type { PageDraft } from "./draft";
import { STARTER_CHANNELS, subdomainFrom } from "./starter-page";

/** Returns what a new page is called, which follows from one name. */
function nameTexts(name: string) {
  return {
    name: name.slice(0, 30),
    subdomain: subdomainFrom(name, 1),
    title: `${name} status`.slice(0, 250),
    description: `Live status of ${name}'s services.`.slice(0, 250),
  };
}

/** Returns what a changed name of a new page changes: also the texts that still follow from the earlier name. */
export function renamed(draft: PageDraft, name: string): Partial<PageDraft> {
  const before = nameTexts(draft.name);
  const after = Object.entries(nameTexts(name)).filter(
    ([field]) => draft[field as keyof typeof before] === before[field as keyof typeof before],
  );
  return { ...Object.fromEntries(after), name };
}

/** Returns the draft of a new page. */
export function newPageDraft(organization: string, theme: Theme): PageDraft {
  return {
    ...nameTexts(organization.slice(0, 30)),
    website_url: "",
    search_engine_indexed: true,
    ...PAGE_FIELDS.initial,
    domain: "",
    subscription_channels: [...STARTER_CHANNELS],
    components: [],
    theme,
    access_ips: "",
    tags: "",
    images: {},
    access_password: "",
    access_token: "",
  };
}

/** Returns the draft to edit a page. */
export function pageDraftOf(page: StatusPage): PageDraft {
  return {
    ...PAGE_FIELDS.of(page),
    subdomain: page.subdomain,
    theme: fillTheme(page.theme),
    domain: page.domain ?? "",
    subscription_channels: page.subscription_channels,
    components: page.components,
    access_ips: (page.access_ips ?? []).join(", "),
    tags: (page.tags ?? []).join(", "),
    images: {},
    access_password: "",
    access_token: "",
  };
}
