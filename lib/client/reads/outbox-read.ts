export const outboxRead = { query: { per_page: 20 } };
