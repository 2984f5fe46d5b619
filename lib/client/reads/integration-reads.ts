/** Reads the integrations of all apps, the same on the server and in the browser. */
export const integrationReads = { query: { per_page: 100 } };
