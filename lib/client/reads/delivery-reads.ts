/** Filters of the delivery log; empty texts for everything. */
export interface DeliveryView {
  readonly status: string;
  readonly integration: string;
}

/** Returns the input to read one page of the delivery log. */
export function deliveryReads(
  page: number,
  { status, integration }: DeliveryView = { status: "", integration: "" },
) {
  return {
    query: {
      page,
      per_page: 10,
      with_total: "about" as const,
      ...(status && { status: [status] }),
      ...(integration && { integration_id: [integration] }),
    },
  };
}
