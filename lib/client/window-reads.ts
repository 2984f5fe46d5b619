/** Reads of the maintenance page, the same on the server and in the browser. */
export const windowReads = {
  open: { query: { state: ["scheduled", "in_progress"], per_page: 100 } },
  past: { query: { state: ["completed", "cancelled"], per_page: 20 } },
  pages: { query: { per_page: 50 } },
};
