export const ruleReads = { query: { per_page: 100 } };
