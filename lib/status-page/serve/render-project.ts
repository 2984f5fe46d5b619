import { createHash } from "node:crypto";
import { shownPercent } from "@/lib/domain/checks/availability";
import { dayNumber } from "@/lib/domain/core/zone";
import { now } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { pageUrl } from "@/lib/status-page/model/addresses";
import { buildModel, type PageInput } from "@/lib/status-page/model/build-model";
import { loadRows, type PageReads } from "@/lib/status-page/model/load-model";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import { hint } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";
import { type StatusPageRow, selectPagesOfProject, storeShownUrls } from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import type { PageMonitorRow } from "@/lib/store/status-pages/rows";
import { confirmSnapshot, replaceSnapshot, selectSnapshotMarks } from "@/lib/store/status-pages/snapshots";
import { packRows } from "./page-source";
import { homeRepresentation } from "./representations";
import { sharedReads } from "./shared-reads";
import { createSnapshot } from "./snapshot";

/** While one page is rendered, the rows of the others are read. */
const AT_ONCE = 4;

/**
 * Renders the status pages of a project that changed, or only the given one, and notifies all servers. Throws after the others if a
 * page can't be rendered.
 */
export async function renderProjectPages(projectId: number, pageId?: number): Promise<void> {
  const at = now();
  const marks = await selectSnapshotMarks(projectId);
  const pages = await pagesWithUrls(projectId, at);
  const wanted = pages.filter(({ id }) => pageId === undefined || id === pageId);
  const [reads, waiting] = [sharedReads(wanted), wanted.values()];
  const errors: unknown[] = [];
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (const page of waiting)
      await renderPage(page, at, reads, marks.get(page.id)).catch((error: unknown) => errors.push(error));
  });
  await Promise.all(turns);
  if (errors.length > 0) throw errors[0];
}

/** Returns the pages, and notes whose address changed: APP_URL and a domain's DNS decide on it too, which change no row. */
async function pagesWithUrls(projectId: number, at: Date): Promise<StatusPageRow[]> {
  const pages = await selectPagesOfProject(projectId);
  const moved = pages.filter((page) => page.shown_url !== pageUrl(page));
  if (moved.length === 0) return pages;
  await storeShownUrls(projectId, new Map(moved.map((page) => [page.id, pageUrl(page)])), at);
  return await selectPagesOfProject(projectId);
}

async function renderPage(
  page: StatusPageRow,
  at: Date,
  reads: PageReads,
  mark: string | undefined,
): Promise<void> {
  // The code that rendered the stored page may have been another build of the same version.
  const rendered = once("pages.rendered", () => new Set<number>());
  const rows = await loadRows(page, at, reads);
  const model = buildModel(rows.input);
  const { checkedAt } = model;
  const signature = pageSignature(rows.input, model);
  if (rendered.has(page.id) && (await confirmSnapshot(page.id, signature, at, checkedAt, mark))) return;
  const { contentType, etag, headers, identity } = createSnapshot({
    ...homeRepresentation(model),
    unlisted: !model.settings.indexed,
  });
  const home = {
    ...{ content_type: contentType, etag, headers, identity },
    source: packRows(rows),
    signature,
    checked_at: checkedAt,
  };
  // Another server rendered it meanwhile, because this one seemed dead. Which of both read the newer rows is unknown.
  if (!(await replaceSnapshot(page, home, at, mark)))
    return tx((trx) => requestPageRender(trx, page.project_id, page.id));
  rendered.add(page.id);
  hint("pages", { status_page_id: page.id });
}

/**
 * Returns a string that changes with everything that the home page shows, except the time of the last check. Costs a
 * tenth of a rendering: it reads the rows, and of the model only what changes as time passes.
 */
function pageSignature({ monitors, now, ...rest }: PageInput, model: PageModel): string {
  const passing = monitorsOf(model.components).map(({ state, availability, medianMs, days }) => [
    state,
    availability === null ? null : shownPercent(availability),
    medianMs,
    days.at(-1),
  ]);
  const whole = [
    model.state,
    model.stale,
    model.checkedAt === null,
    dayNumber(now.getTime(), rest.settings.timeZone),
  ];
  const missedUpdates = model.incidents.map(
    ({ nextUpdateAt }) => nextUpdateAt !== null && nextUpdateAt < now,
  );
  return createHash("sha256")
    .update(JSON.stringify([PROGRAM_VERSION, rest, passing, whole, missedUpdates]))
    .update(monitors.map(lastingText).join("\n"))
    .digest("base64url");
}

/** Pages that are rendered together share the rows of their monitors. */
const lastingTexts = new WeakMap<PageMonitorRow, string>();

/** Returns a monitor's row as text, without what every check changes. */
function lastingText(row: PageMonitorRow): string {
  const known = lastingTexts.get(row);
  if (known !== undefined) return known;
  const { last_checked_at: _, recent_response_times: __, ...lasting } = row;
  const text = JSON.stringify(lasting);
  lastingTexts.set(row, text);
  return text;
}
