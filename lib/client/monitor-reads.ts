/** Reads of a monitor's page, the same on the server and in the browser. */
export function monitorReads(monitorId: number) {
  const params = { monitorId };
  return {
    monitor: { params },
    results: { params, query: { per_page: 20 } },
    incidents: { query: { monitor_id: String(monitorId), per_page: 5 } },
    certificates: { query: { monitor_id: String(monitorId), per_page: 10 } },
    report: { params, query: { per_page: 1 } },
  };
}

/** Monitors a picker shows for what was typed; without text, those it begins with. */
export const pickerReads = (search = "") => ({ query: { search, per_page: 20 } });
