import { createRequire } from "node:module";
import type { ReactElement } from "react";

type Renderer = Pick<typeof import("react-dom/server"), "renderToStaticMarkup">;

/**
 * React's renderer to plain strings. Required, not imported: Next refuses the import in every module that a route
 * reaches, since there it would render what Next renders itself; a status page is no React app.
 */
export function toMarkup(element: ReactElement): string {
  const renderer = createRequire(import.meta.url)("react-dom/server") as Renderer;
  return renderer.renderToStaticMarkup(element);
}
