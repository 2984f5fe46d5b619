import { appUrl, env } from "@/lib/shared/env";

interface Named {
  readonly subdomain: string;
  readonly domain: string | null;
  readonly domain_verified_at: Date | null;
}

/** Names that only resolve inside one machine or network: nobody else can claim them, so they need no proof. */
const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".lan", ".test", ".home.arpa"];

/** Whether the page answers at its own domain: proven by DNS, or a name that only means something here. */
export function isDomainLive(page: Named): boolean {
  const { domain } = page;
  if (!domain) return false;
  return page.domain_verified_at !== null || isLocalDomain(domain);
}

/** Whether a domain means something in this network only. */
export function isLocalDomain(domain: string): boolean {
  return LOCAL_SUFFIXES.some((suffix) => domain.endsWith(suffix));
}

/** Prefix of a page's paths on the app's own host. */
export function pageBase(subdomain: string): string {
  return `/status/${subdomain}`;
}

/** Where a page is at home, absolute and from configuration only (T29): its domain, its subdomain, or below the app. */
export function pageUrl(page: Named): string {
  const app = new URL(appUrl());
  const port = app.port ? `:${app.port}` : "";
  if (isDomainLive(page)) return `${app.protocol}//${page.domain}${port}`;
  const parent = env().STATUS_PAGES_HOST;
  if (parent) return `${app.protocol}//${page.subdomain}.${parent}${parent.includes(":") ? "" : port}`;
  return `${app.origin}${pageBase(page.subdomain)}`;
}
