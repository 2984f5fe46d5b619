/** Returns the input to read one page of the delivery log. */
export function deliveryReads(page: number) {
  return { query: { page, per_page: 20, with_total: "true" as const } };
}
