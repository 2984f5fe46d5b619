/** Reads of the settings pages, the same on the server and in the browser. */
export const settingsReads = {
  keys: { query: { per_page: 100 } },
  users: { query: { per_page: 100 } },
  projects: { query: { per_page: 100 } },
};
