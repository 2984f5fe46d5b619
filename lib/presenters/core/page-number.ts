/** Parses a page number from a URL. Anything but a whole number from 1 is the first page. */
export function pageNumber(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}
