import type { PageComponent } from "@/lib/contract/status-pages/components";
import type { PAGE_FIELDS, SubscriptionChannel } from "@/lib/contract/status-pages/fields";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { listOrNull } from "@/lib/presenters/core/listed-text";
import type { ImageDraft } from "./images";

/** A status page that is being edited. For secrets, an empty string keeps the stored value and null removes it. */
export interface PageDraft extends Pick<StatusPage, keyof typeof PAGE_FIELDS.shape> {
  subdomain: string;
  domain: string;
  subscription_channels: SubscriptionChannel[];
  components: PageComponent[];
  theme: Theme;
  /** Separated by commas or spaces, like the tags. */
  access_ips: string;
  tags: string;
  images: ImageDraft;
  access_password: string | null;
  access_token: string | null;
}

/** Returns whether the saved draft would keep visitors out. An untouched secret stays as it is stored. */
export function isPrivateDraft(
  { access_ips, access_password, access_token }: PageDraft,
  stored: Pick<StatusPage, "access_password_enabled" | "access_token_enabled"> | undefined,
): boolean {
  const keeps = (secret: string | null, isSet = false) => (secret === "" ? isSet : secret !== null);
  return (
    listOrNull(access_ips) !== null ||
    keeps(access_password, stored?.access_password_enabled) ||
    keeps(access_token, stored?.access_token_enabled)
  );
}

/** Returns the API body. Untouched secrets are left out, and an empty domain is null. */
export function pageBody(draft: PageDraft) {
  const { access_password, access_token, access_ips, tags, domain, images, ...rest } = draft;
  return {
    ...rest,
    ...images,
    domain: domain.trim() || null,
    access_ips: listOrNull(access_ips),
    tags: listOrNull(tags),
    ...(access_password !== "" && { access_password }),
    ...(access_token !== "" && { access_token }),
  };
}

/** Returns what a preview draws: nothing secret, no images, no names that could be taken, and nothing that is still empty. */
export function previewBody(draft: PageDraft) {
  const { images: _images, access_password: _password, access_token: _token, ...rest } = draft;
  const {
    name: _name,
    subdomain: _subdomain,
    domain: _domain,
    access_ips: _ips,
    tags: _tags,
    ...drawn
  } = rest;
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== ""));
}

/** Returns the list with one item moved by some positions. Nothing changes beyond either end. */
export function moved<Item>(items: readonly Item[], from: number, step: number): Item[] {
  const next = [...items];
  const to = from + step;
  const item = next[from];
  if (item === undefined || to < 0 || to >= next.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, item);
  return next;
}
