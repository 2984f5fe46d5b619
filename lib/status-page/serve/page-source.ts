import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { buildModel } from "@/lib/status-page/model/build-model";
import { inLanguage } from "@/lib/status-page/model/language-paths";
import type { PageRows } from "@/lib/status-page/model/load-model";
import type { PageModel } from "@/lib/status-page/model/model";
import type { PageEntry } from "./page-entry";

/** Models are large and quick to build again, so only those of the pages read last are kept. */
const MAX_MODELS = 20;

/** A page's model as of its last rendering or confirmation, with all incidents since a moment. */
export interface RenderedModel {
  readonly model: PageModel;
  readonly since: Date;
}

/** Packs the rows of a page, which are a tenth of its model. */
export function packRows(rows: PageRows): Buffer {
  return gzipSync(serialize(rows), { level: 1 });
}

/** Returns the model that a page was rendered from in a language, without the database; null when another version of Vedette packed it. */
export function renderedModel(
  entry: Pick<PageEntry, "confirmedAt" | "checkedAt" | "source"> & { readonly row: { readonly id: number } },
  language: PageLanguage,
): RenderedModel | null {
  const models = once("pages.models", () => new Map<string, RenderedModel>());
  const key = `${entry.row.id} ${entry.confirmedAt.getTime()} ${language}`;
  const known = models.get(key);
  if (known || !entry.source) return known ?? null;
  try {
    const { input, since } = deserialize(gunzipSync(entry.source)) as PageRows;
    const settings = inLanguage(input.settings, language);
    const model = buildModel({ ...input, settings, now: entry.confirmedAt });
    const rendered = { model: { ...model, checkedAt: entry.checkedAt }, since };
    for (const oldest of models.keys()) if (models.size >= MAX_MODELS) models.delete(oldest);
    models.set(key, rendered);
    return rendered;
  } catch (error) {
    log.warn("could not read the rows of a status page, reading the database instead", {
      status_page_id: entry.row.id,
      error,
    });
    return null;
  }
}
