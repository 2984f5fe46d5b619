import { found } from "@/lib/contract/core/errors";
import type { PreviewStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { now } from "@/lib/shared/clock";
import { buildModel } from "@/lib/status-page/model/build-model";
import { loadRows } from "@/lib/status-page/model/load-model";
import { withState } from "@/lib/status-page/model/simulated-state";
import { homeDocument } from "@/lib/status-page/render/documents";
import { type StatusPageRow, selectStatusPage } from "@/lib/store/status-pages/pages";
import { plainColumns } from "./writes";

const OWN_FONT = /"[^"]{0,300}\/files\/geist\.woff2"/g;
const DASHBOARD_FONT = "/fonts/geist-latin.woff2";

/** Initial settings of a page that isn't saved yet. */
const UNSAVED: Omit<StatusPageRow, "project_id" | "created_at" | "updated_at"> = {
  ...{ id: 0, name: "", subdomain: "preview", title: "", description: "", website_url: "" },
  ...{ search_engine_indexed: false, components: [], color_scheme: "all", timeframe: 90 },
  ...{ show_response_times: true, subscription_channels: [], theme: DEFAULT_THEME, tags: null },
  ...{ access_ips: null, access_token: null, access_password: null, time_zone: "UTC", language: "en" },
  ...{ domain: null, domain_verified_at: null, domain_error: null, domain_phase: null, domain_since: null },
  ...{ domain_misses: 0, domain_missing_since: null, domain_checked_at: null, domain_next_check_at: null },
  ...{ domain_dns: null, shown_url: null, shown_url_changed_at: null },
};

/** Renders the page with the given changes, without saving them. Images and secrets stay as they are stored. */
export async function previewStatusPage(
  caller: Caller,
  pageId: number,
  input: PreviewStatusPage,
): Promise<{ html: string }> {
  requirePermission(caller, "uptime:write");
  return rendered(found(await selectStatusPage(projectOf(caller), pageId)), input);
}

/** Renders a page that doesn't exist yet. */
export async function previewNewStatusPage(
  caller: Caller,
  input: PreviewStatusPage,
): Promise<{ html: string }> {
  requirePermission(caller, "uptime:write");
  const times = { created_at: now(), updated_at: now() };
  return rendered({ ...UNSAVED, ...times, project_id: projectOf(caller) }, input);
}

async function rendered(
  stored: StatusPageRow,
  { preview_state: state, ...input }: PreviewStatusPage,
): Promise<{ html: string }> {
  const { components = stored.components, theme = stored.theme } = input;
  const changed = Object.entries({ ...plainColumns(input), components, theme }).filter(
    ([, value]) => value !== undefined,
  );
  const page: StatusPageRow = { ...stored, ...Object.fromEntries(changed) };
  const { input: rows } = await loadRows(page, now());
  const html = homeDocument(buildModel(state ? withState(rows, state) : rows));
  // The page's own address may be private, or not exist yet. It is drawn once, so a late font must still be shown.
  const shown = html
    .replace(OWN_FONT, `"${DASHBOARD_FONT}"`)
    .replace("font-display:optional", "font-display:swap");
  return { html: shown };
}
