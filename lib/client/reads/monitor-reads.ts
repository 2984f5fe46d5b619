import { type ResultView, resultFilter } from "@/lib/presenters/checks/result-view";

export const RESULTS_PER_PAGE = 20;

/** Reads of a monitor's page, the same on the server and in the browser. */
export function monitorReads(monitorId: number) {
  const params = { monitorId };
  return {
    monitor: { params },
    results: (view: ResultView, cursor?: string) => ({
      params,
      query: { ...resultFilter(view), per_page: RESULTS_PER_PAGE, ...(cursor && { cursor }) },
    }),
    incidents: {
      query: {
        monitor_id: String(monitorId),
        sort: "-incident_at" as const,
        per_page: 5,
        with_total: "about" as const,
      },
    },
    certificates: { query: { monitor_id: String(monitorId), per_page: 10 } },
    strip: { query: { monitor_id: [String(monitorId)] } },
    report: { params, query: { per_page: 1 } },
  };
}

/** Returns the API's filter for the typed text, the chosen tag, and the offered protocols of a picker. */
export const pickerFilter = ({ search = "", tag = "", protocol = [] as readonly string[] } = {}) => ({
  search,
  ...(tag && { tag: [tag] }),
  ...(protocol.length > 0 && { protocol: [...protocol] }),
});

/** Returns the input to read the monitors that a picker shows. */
export const pickerReads = (like?: Parameters<typeof pickerFilter>[0]) => ({
  query: {
    ...pickerFilter(like),
    sort: "name" as const,
    per_page: 20,
    with_total: "about" as const,
  },
});

/** Returns the input to read the members of a group, those that are down at the top. */
export const memberReads = (groupId: number) => ({
  query: { group_id: [String(groupId)], sort: "state" as const, per_page: 10, with_total: "about" as const },
});

const PER_READ = 100;

/** Returns the inputs to read these monitors, 100 at a time. */
export function monitorsById(ids: readonly number[]) {
  const unique = [...new Set(ids)];
  return Array.from({ length: Math.ceil(unique.length / PER_READ) }, (_, at) => ({
    query: { id: unique.slice(at * PER_READ, (at + 1) * PER_READ).map(String), per_page: PER_READ },
  }));
}

/** Returns the input to read a page of the certificates in use, those that expire first at the top. */
export const certificateReads = (page: number) => ({
  query: {
    active: "true" as const,
    sort: "expires_at" as const,
    page,
    per_page: 50,
    with_total: "about" as const,
  },
});
