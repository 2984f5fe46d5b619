/** Replaces the vendor's origin in a URL by the configured one, for proxies and fake vendors in tests. */
export function viaConfigured(
  url: string,
  vendorHosts: readonly string[],
  configured: string,
  usual: string,
): string {
  const parsed = new URL(url);
  if (configured === usual || !vendorHosts.includes(parsed.host)) return url;
  return `${new URL(configured).origin}${parsed.pathname}${parsed.search}`;
}
