import { type MonitorListFilter, monitorListInput } from "@/lib/presenters/monitors/filter";
import { request } from "./request";
import { routes } from "./routes";

const MAX_PAGES = 100;

/** Counts the monitors that match the filter by reading all pages, since lists carry no total. */
export async function countMatching(filter: MonitorListFilter): Promise<number> {
  let count = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { query } = monitorListInput({ ...filter, page });
    const answer = await request(routes.listMonitors, { query: { ...query, per_page: 100 } });
    count += answer.data.length;
    if (answer.links.next === null) break;
  }
  return count;
}
