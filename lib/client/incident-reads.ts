/** Number of affected monitors that an incident's page shows. */
export const SHOWN_MONITORS = 20;

/** Reads of the incident pages, the same on the server and in the browser. */
export const incidentReads = {
  open: { query: { status: ["ongoing", "recovering"], per_page: 100 } },
  past: (page: number) => ({ query: { status: ["recovered"], page, per_page: 20 } }),
  one: (incidentId: number) => ({ params: { incidentId } }),
  updates: (incidentId: number) => ({ params: { incidentId }, query: { per_page: 100 } }),
};
