import { markdownToHtml } from "@/lib/domain/core/markdown";

/** Renders the text of an update exactly as the public page shows it. */
export function updateHtml(content: string): string {
  return markdownToHtml(content);
}
