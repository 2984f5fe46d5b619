import * as z from "zod";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { CreateIntegration } from "@/lib/contract/alerting/integrations";
import { App } from "@/lib/contract/apps/app-id";
import { text, uniqueList } from "@/lib/contract/core/fields";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
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

const FileMonitor = z.strictObject({ monitor: ItemKey, name: text(1, 100).nullable().default(null) });
const FileGroup = z.strictObject({
  group: text(1, 100),
  is_expanded: z.boolean().default(false),
  components: z.array(FileMonitor).max(MAX_COMPONENTS),
});
export const FileComponents = componentList(z.union([FileMonitor, FileGroup]));
export type FileComponents = z.infer<typeof FileComponents>;

/** As in the API, but with components by key. Images are data URLs. */
export const FilePage = z.object({ ...CreateStatusPage.shape, components: FileComponents });
export type FilePage = z.infer<typeof FilePage>;
