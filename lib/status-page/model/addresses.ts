import { isDomainLive } from "@/lib/domain/status-pages/domain-life";
import { appUrl, env } from "@/lib/shared/env";

interface Named {
  readonly subdomain: string;
  readonly domain: string | null;
  readonly domain_verified_at: Date | null;
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
