/** The address with the vendor's origin replaced by the configured one: proxies, and stand-ins in tests. */
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
