import { embedDocument, embedJson, embedScript } from "@/lib/status-page/formats/embed";
import type { PageModel } from "@/lib/status-page/model/model";
import { EMBED_PATH, type Representation } from "./snapshot";

type Make = (model: PageModel, aged: boolean) => Omit<Representation, "path">;

const MAKERS: ReadonlyMap<string, Make> = new Map([
  [
    EMBED_PATH,
    (model, aged) => ({ contentType: "text/html; charset=utf-8", text: embedDocument(model, aged) }),
  ],
  [
    `${EMBED_PATH}.js`,
    (model) => ({ contentType: "text/javascript; charset=utf-8", text: embedScript(model), shared: true }),
  ],
  [
    `${EMBED_PATH}.json`,
    (model, aged) => ({
      contentType: "application/json; charset=utf-8",
      text: embedJson(model, aged),
      shared: true,
    }),
  ],
] satisfies [string, Make][]);

export const EMBED_PATHS = [...MAKERS.keys()];

/** Returns whether a path is a part of the widget for other sites. */
export function isEmbed(path: string): boolean {
  return MAKERS.has(path);
}

/** Returns a part of the widget; null for a private page, which other sites must not show. */
export function embedRepresentation(model: PageModel, path: string, aged: boolean): Representation | null {
  const make = MAKERS.get(path);
  return make && !model.settings.isPrivate ? { path, ...make(model, aged) } : null;
}
