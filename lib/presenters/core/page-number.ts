/** A page number of an address: a whole number from 1; anything else is the first page. */
export function pageNumber(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}
