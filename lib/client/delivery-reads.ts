/** One page of the delivery log. */
export function deliveryReads(page: number) {
  return { query: { page, per_page: 20 } };
}
