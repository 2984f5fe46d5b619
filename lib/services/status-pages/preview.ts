import { found } from "@/lib/contract/core/errors";
import type { PreviewStatusPage } from "@/lib/contract/status-pages/pages";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { now } from "@/lib/shared/clock";
import { buildModel } from "@/lib/status-page/model/build-model";
import { loadRows } from "@/lib/status-page/model/load-model";
import { withState } from "@/lib/status-page/model/simulated-state";
import { homeDocument } from "@/lib/status-page/render/documents";
import { type StatusPageRow, selectStatusPage } from "@/lib/store/status-pages/pages";
import { plainColumns } from "./writes";

/** Renders the page with the given changes, without saving them. Images and secrets stay as they are stored. */
export async function previewStatusPage(
  caller: Caller,
  pageId: number,
  { preview_state: state, ...input }: PreviewStatusPage,
): Promise<{ html: string }> {
  requirePermission(caller, "uptime:write");
  const stored = found(await selectStatusPage(projectOf(caller), pageId));
  const { components = stored.components, theme = stored.theme } = input;
  const changed = Object.entries({ ...plainColumns(input), components, theme }).filter(
    ([, value]) => value !== undefined,
  );
  const page: StatusPageRow = { ...stored, ...Object.fromEntries(changed) };
  const { input: rows } = await loadRows(page, now());
  return { html: homeDocument(buildModel(state ? withState(rows, state) : rows)) };
}
