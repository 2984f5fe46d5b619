/** Reads of the status page rooms, the same on the server and in the browser. */
export const pageReads = {
  list: { query: { per_page: 50 } },
  one: (statusPageId: number) => ({ params: { statusPageId } }),
  subscribers: (statusPageId: number, page: number) => ({
    params: { statusPageId },
    query: { page, per_page: 20 },
  }),
  /** One a page: the last page's number is how many there are, since lists carry no total. */
  subscriberCount: (statusPageId: number) => ({ params: { statusPageId }, query: { page: 1, per_page: 1 } }),
  monitors: { query: { per_page: 100 } },
};
