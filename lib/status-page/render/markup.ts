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

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML and SVG, in elements and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
