/** Reads of the incident templates, the same on the server and in the browser: a project has at most a hundred. */
export const templateReads = { all: { query: { per_page: 100 } } };
