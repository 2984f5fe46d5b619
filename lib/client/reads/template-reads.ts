/** Reads of the incident templates, the same on the server and in the browser. A project has at most 100. */
export const templateReads = { all: { query: { per_page: 100 } } };
