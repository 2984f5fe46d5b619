import * as z from "zod";
import { Id } from "@/lib/contract/core/fields";
import type { PageComponent, PageComponents } from "@/lib/contract/status-pages/components";
import { DEFAULT_THEME, ThemeInput } from "@/lib/contract/status-pages/theme";
import type { PageTheme } from "@/lib/contract/status-pages/theme-schema";
import { log } from "@/lib/shared/log";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";

// Without the limits of a write, because a page that was stored once must stay readable.
const StoredMonitor = z.object({
  componentable_type: z.literal("uptime/monitor"),
  componentable_id: Id,
  display_name: z.string().nullable().catch(null),
});
const StoredGroup = z.object({
  componentable_type: z.literal("uptime/group"),
  name: z.string(),
  is_expanded: z.boolean().catch(false),
  components: z.unknown(),
});

export interface StoredComponents {
  readonly components: PageComponents;
  /** Whether any was left out because it can't be read, so that the page must not look operational. */
  readonly isIncomplete: boolean;
  /** Positions of the groups of which a member was left out. */
  readonly incompleteGroups: readonly number[];
}

const known = new WeakMap<StatusPageRow, StoredComponents>();

/** Returns the readable components of a stored page, so that one that can't be read never breaks a list. */
export function componentsOf(page: StatusPageRow): PageComponents {
  return storedComponents(page).components;
}

/** Returns the readable components of a stored page, and what is missing. Logs that. */
export function storedComponents(page: StatusPageRow): StoredComponents {
  const read = known.get(page) ?? readComponents(page);
  known.set(page, read);
  return read;
}

function readComponents({ id, components: stored }: StatusPageRow): StoredComponents {
  let unreadable = 0;
  const readMonitor = (given: unknown) => {
    const { data } = StoredMonitor.safeParse(given);
    if (!data) unreadable += 1;
    return data ? [data] : [];
  };
  const incompleteGroups: number[] = [];
  const components: PageComponent[] = [];
  for (const given of listed(stored)) {
    const { data: group } = StoredGroup.safeParse(given);
    const before = unreadable;
    const members = group ? listed(group.components).flatMap(readMonitor) : [];
    if (unreadable > before) incompleteGroups.push(components.length);
    components.push(...(group ? [{ ...group, components: members }] : readMonitor(given)));
  }
  if (unreadable > 0) log.error("cannot read components of a status page", { page: id, unreadable });
  return { components, isIncomplete: unreadable > 0, incompleteGroups };
}

/** Returns the items of a stored list. What isn't a list is one item that can't be read. */
function listed(given: unknown): unknown[] {
  return Array.isArray(given) ? given : [given];
}

/** Returns the theme of a stored page; the default theme, and a line in the log, if it can't be read. */
export function storedTheme({ id, theme }: Pick<StatusPageRow, "id" | "theme">): PageTheme {
  const { data } = ThemeInput.safeParse(theme);
  if (data) return data;
  log.error("cannot read the theme of a status page", { page: id });
  return DEFAULT_THEME;
}
