export const rateLimitReads = { query: { per_page: 100 } };
