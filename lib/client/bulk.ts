import { type MonitorListFilter, monitorListInput } from "@/lib/views/monitor-filter";
import { request } from "./request";
import { routes } from "./routes";

const AT_ONCE = 4;
const MAX_PAGES = 100;

/** Ids of every monitor that matches the filter. */
export async function matchingIds(filter: MonitorListFilter): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { query } = monitorListInput({ ...filter, page });
    const answer = await request(routes.listMonitors, { query: { ...query, per_page: 100 } });
    ids.push(...answer.data.map((monitor) => monitor.id));
    if (answer.links.next === null) break;
  }
  return ids;
}

/** Does one thing to each, four at a time; the number that failed. */
export async function forEachMonitor(
  verb: "pauseMonitor" | "resumeMonitor" | "deleteMonitor",
  ids: readonly number[],
  onProgress: (done: number) => void,
): Promise<number> {
  const waiting = [...ids];
  let done = 0;
  let failed = 0;
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await request(routes[verb], { params: { monitorId: id } }).catch(() => {
        failed += 1;
      });
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}
