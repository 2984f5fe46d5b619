import { createRequire } from "node:module";
import type { ReactElement } from "react";

type Renderer = Pick<typeof import("react-dom/server"), "renderToStaticMarkup">;

/**
 * Renders React elements to a string. Uses `require` because Next.js rejects an import of react-dom/server in any module that a route
 * reaches.
 */
export function toMarkup(element: ReactElement): string {
  const renderer = createRequire(import.meta.url)("react-dom/server") as Renderer;
  return renderer.renderToStaticMarkup(element);
}
