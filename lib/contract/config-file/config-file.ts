import * as z from "zod";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { CreateIntegration } from "@/lib/contract/alerting/integrations";
import { App } from "@/lib/contract/apps/app-id";
import { text, uniqueList } from "@/lib/contract/core/fields";
import { wording } from "@/lib/contract/core/wording";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { membersOf } from "@/lib/contract/protocols/members";
import { componentList, MAX_COMPONENTS } from "@/lib/contract/status-pages/components";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";

/** In the order in which they can refer to each other. */
export const ITEM_KINDS = [
  "integrations",
  "monitors",
  "status_pages",
  "maintenance_windows",
  "alert_rules",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Identifies an item in the file, even after the item is renamed. */
export const ItemKey = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, {
  message:
    "A key must start with a letter or digit and contain only a-z, 0-9, -, and _, at most 100 characters.",
});

const items = z.record(ItemKey, z.record(z.string(), z.unknown())).default({});

/** A project's configuration as a file. Items are partial as in the API: omitted fields keep their value. */
export const ConfigFile = z.strictObject({
  version: z.literal(1),
  project: z.string().meta({ description: "The project's slug." }),
  integrations: items,
  monitors: items,
  status_pages: items,
  maintenance_windows: items,
  alert_rules: items,
});
export type ConfigFile = z.infer<typeof ConfigFile>;

/** As in the API, with the app. Secret settings are references to variables. */
export const FileIntegration = CreateIntegration.extend({ app: App });
export type FileIntegration = z.infer<typeof FileIntegration>;

const keys = uniqueList(ItemKey, 100);
/** As in the API, but with monitors and status pages by key. */
export const FileWindow = z.object({
  ...CreateMaintenanceWindow.shape,
  monitors: keys.min(1, "At least one monitor is required."),
  status_pages: keys.default([]),
});
export type FileWindow = z.infer<typeof FileWindow>;

const { integration_id, ...rule } = CreateAlertRule.shape;
/** As in the API, but with monitors and the integration by key. */
export const FileRule = z.object({
  ...rule,
  integration: ItemKey,
  monitors: keys.default([]),
});
export type FileRule = z.infer<typeof FileRule>;

/** As in the API, but with the members of a group by key, or in a draft by reference. */
export const FileMonitor = z
  .record(z.string(), z.unknown())
  .transform((given, context): Record<string, unknown> => {
    const members = membersOf<string>(given.request);
    const ids = members.map((member) => members.indexOf(member) + 1);
    const parsed = CreateMonitor.safeParse(withMembers(given, ids), { error: wording });
    if (parsed.success) return withMembers(parsed.data, members);
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: given }) as never));
    return z.NEVER;
  });

/** Returns a monitor with other members, if it has any. */
export function withMembers(
  fields: Record<string, unknown>,
  members: readonly unknown[],
): Record<string, unknown> {
  return members.length === 0 ? fields : { ...fields, request: { ...Object(fields.request), members } };
}

const FilePageMonitor = z.strictObject({ monitor: ItemKey, name: text(1, 100).nullable().default(null) });
const FileGroup = z.strictObject({
  group: text(1, 100),
  is_expanded: z.boolean().default(false),
  components: z.array(FilePageMonitor).max(MAX_COMPONENTS),
});
export const FileComponents = componentList(z.union([FilePageMonitor, FileGroup]));
export type FileComponents = z.infer<typeof FileComponents>;

/** As in the API, but with components by key. Images are data URLs. */
export const FilePage = z.object({ ...CreateStatusPage.shape, components: FileComponents });
export type FilePage = z.infer<typeof FilePage>;
