/** Reads of the status page rooms, the same on the server and in the browser. */
export const pageReads = {
  list: { query: { per_page: 50 } },
  one: (statusPageId: number) => ({ params: { statusPageId } }),
  monitors: { query: { per_page: 100 } },
};
