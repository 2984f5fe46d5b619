import { type PageReads, shownMonitors } from "@/lib/status-page/model/load-model";
import { selectFileKindsOf } from "@/lib/store/status-pages/files";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectPageRecurrences } from "@/lib/store/status-pages/recurrences";
import {
  type PageMonitorRow,
  selectAnnouncingPages,
  selectPageIncidents,
  selectPageMonitors,
  selectPageWindows,
} from "@/lib/store/status-pages/rows";

const MONITORS_A_READ = 500;

/** A page that can't be read fails later, when it's rendered, and alone. */
function shownOn(page: StatusPageRow): number[] {
  try {
    return shownMonitors(page);
  } catch {
    return [];
  }
}

/** Returns reads for pages of one project that are rendered together: what several of them show is read once. */
export function sharedReads(pages: readonly StatusPageRow[]): PageReads {
  const all = [...new Set(pages.flatMap(shownOn))].sort((a, b) => a - b);
  const readOf = new Map(all.map((id, index) => [id, Math.floor(index / MONITORS_A_READ)]));
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = (kept.get(key) as Promise<T> | undefined) ?? read();
    kept.set(key, known);
    return known;
  };
  const announces = async (projectId: number, pageId: number, since: Date) => {
    const found = await once(`announcing ${since.getTime()}`, () => selectAnnouncingPages(projectId, since));
    return found.has(pageId);
  };
  return {
    windows: async (projectId, pageId, since) =>
      (await announces(projectId, pageId, since)) ? selectPageWindows(projectId, pageId, since) : [],
    recurrences: async (projectId, pageId, since) =>
      (await announces(projectId, pageId, since)) ? selectPageRecurrences(projectId, pageId, since) : [],
    files: async (pageId) => {
      const found = await once("files", () => selectFileKindsOf(pages.map(({ id }) => id)));
      return found.get(pageId) ?? {};
    },
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
