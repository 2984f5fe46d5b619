import { PAGE_FIELDS } from "@/lib/contract/status-pages/fields";
import { fillTheme } from "@/lib/contract/status-pages/fill-theme";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import type { PageDraft } from "./draft";
import { nameTexts, STARTER_CHANNELS } from "./starter-page";

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
