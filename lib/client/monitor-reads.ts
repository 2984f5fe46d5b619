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
