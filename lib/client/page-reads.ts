/** Reads of the dashboard's status page section, the same on the server and in the browser. */
export const pageReads = {
  list: { query: { per_page: 50 } },
  one: (statusPageId: number) => ({ params: { statusPageId } }),
  subscribers: (statusPageId: number, page: number) => ({
    params: { statusPageId },
    query: { page, per_page: 20 },
  }),
  /** One item per page, so that the last page's number is the count. Lists carry no total. */
  subscriberCount: (statusPageId: number) => ({ params: { statusPageId }, query: { page: 1, per_page: 1 } }),
};
