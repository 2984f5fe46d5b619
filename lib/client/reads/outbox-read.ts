/** Returns the input to read one page of the outbox. Emails come with their texts, so a page has few. */
export const outboxRead = (page: number) => ({ query: { page, per_page: 5 } });
