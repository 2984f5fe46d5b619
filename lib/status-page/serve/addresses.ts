import { appUrl, env } from "@/lib/shared/env";

interface Named {
  readonly subdomain: string;
  readonly domain: string | null;
  readonly domain_verified_at: Date | null;
}

/** Names that resolve only within one machine or network. No one else can claim them, so they need no verification. */
const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".lan", ".test", ".home.arpa"];

/** Returns whether the page is served at its custom domain: verified by DNS, or a local name. */
export function isDomainLive(page: Named): boolean {
  const { domain } = page;
  if (!domain) return false;
  return page.domain_verified_at !== null || isLocalDomain(domain);
}

/** Returns whether a domain resolves only within the local network. */
export function isLocalDomain(domain: string): boolean {
  return LOCAL_SUFFIXES.some((suffix) => domain.endsWith(suffix));
}

/** Returns the prefix of a page's paths on the app's own host. */
export function pageBase(subdomain: string): string {
  return `/status/${subdomain}`;
}

/** Returns a page's canonical URL: its domain, its subdomain, or a path of the app. Never trusts the Host header. */
export function pageUrl(page: Named): string {
  const app = new URL(appUrl());
  const port = app.port ? `:${app.port}` : "";
  if (isDomainLive(page)) return `${app.protocol}//${page.domain}${port}`;
  const parent = env().STATUS_PAGES_HOST;
  if (parent) return `${app.protocol}//${page.subdomain}.${parent}${parent.includes(":") ? "" : port}`;
  return `${app.origin}${pageBase(page.subdomain)}`;
}
