/** Reads of the overview, the same on the server and in the browser. */
export const OVERVIEW_READS = {
  monitors: { query: { per_page: 100 } },
  /** 60 days is as far ahead as an alert rule can warn. */
  certificates: { query: { expires_within: 60, per_page: 100 } },
  openIncidents: { query: { status: ["ongoing", "recovering"], per_page: 20 } },
  recentIncidents: { query: { per_page: 8 } },
};
