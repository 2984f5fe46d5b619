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
  components: z.array(z.unknown()).catch([]),
});

const known = new WeakMap<StatusPageRow, PageComponents>();

/** Returns the components of a stored page. Leaves out unreadable ones and logs them, so that one never breaks a list or a page. */
export function componentsOf(page: StatusPageRow): PageComponents {
  const read = known.get(page) ?? readComponents(page);
  known.set(page, read);
  return read;
}

function readComponents({ id, components }: StatusPageRow): PageComponents {
  let unreadable = 0;
  const readMonitor = (given: unknown) => {
    const { data } = StoredMonitor.safeParse(given);
    if (!data) unreadable += 1;
    return data ? [data] : [];
  };
  const read = (Array.isArray(components) ? components : [components]).flatMap((given): PageComponent[] => {
    const { data: group } = StoredGroup.safeParse(given);
    return group ? [{ ...group, components: group.components.flatMap(readMonitor) }] : readMonitor(given);
  });
  if (unreadable > 0) log.error("cannot read components of a status page", { page: id, unreadable });
  return read;
}

/** Returns the theme of a stored page; the default theme, and a line in the log, if it can't be read. */
export function storedTheme({ id, theme }: Pick<StatusPageRow, "id" | "theme">): PageTheme {
  const { data } = ThemeInput.safeParse(theme);
  if (data) return data;
  log.error("cannot read the theme of a status page", { page: id });
  return DEFAULT_THEME;
}
