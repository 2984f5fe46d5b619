import { type PageReads, shownMonitors } from "@/lib/status-page/render/load-model";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { type PageMonitorRow, selectPageIncidents, selectPageMonitors } from "@/lib/store/status-pages/rows";

const MONITORS_A_READ = 500;

/** Returns reads for pages of one project that are rendered together: what several of them show is read once. */
export function sharedReads(pages: readonly StatusPageRow[]): PageReads {
  const all = [...new Set(pages.flatMap(shownMonitors))].sort((a, b) => a - b);
  const readOf = new Map(all.map((id, index) => [id, Math.floor(index / MONITORS_A_READ)]));
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = (kept.get(key) as Promise<T> | undefined) ?? read();
    kept.set(key, known);
    return known;
  };
  return {
    monitors: async (projectId, ids, since, now) => {
      const found = await Promise.all(
        [...new Set(ids.map((id) => readOf.get(id) ?? 0))].map((read) =>
          once(`monitors ${since.getTime()} ${read}`, async () => {
            const some = all.slice(read * MONITORS_A_READ, (read + 1) * MONITORS_A_READ);
            const rows = await selectPageMonitors(projectId, some, since, now);
            return new Map(rows.map((row): [number, PageMonitorRow] => [row.id, row]));
          }),
        ),
      );
      return ids.flatMap((id) => found.find((rows) => rows.has(id))?.get(id) ?? []);
    },
    incidents: async (input) => {
      const rows = await once(`incidents ${input.since.getTime()}`, () =>
        selectPageIncidents({ ...input, monitorIds: all }),
      );
      if (rows.length >= input.limit) return selectPageIncidents(input);
      const own = new Set(input.monitorIds);
      return rows.filter(({ monitors }) => monitors.length === 0 || monitors.some((id) => own.has(id)));
    },
  };
}
