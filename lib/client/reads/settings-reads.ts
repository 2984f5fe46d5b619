/** The rows of the audit log that a URL asks for. */
export interface AuditView {
  page: number;
  subject: string | null;
  userId: string | null;
}

export function auditView(search: URLSearchParams): AuditView {
  const page = Number(search.get("page") ?? "1");
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    subject: search.get("subject"),
    userId: search.get("user_id"),
  };
}

/** Reads of the settings pages, the same on the server and in the browser. */
export const settingsReads = {
  runners: { query: { per_page: 100 } },
  pushDevices: { query: { per_page: 100 } },
  audit: ({ page, subject, userId }: AuditView) => ({
    query: {
      page,
      per_page: 50,
      with_total: "about" as const,
      ...(subject && { subject }),
      ...(userId && { user_id: userId }),
    },
  }),
};
