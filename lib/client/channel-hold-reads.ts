export const channelHoldReads = { query: { per_page: 100 } };
