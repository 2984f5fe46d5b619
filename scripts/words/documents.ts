import { anchorOf } from "@/lib/http/guides/markdown";
import type { Text } from "./texts";

const FENCE = /^\s*```/;

/** Returns the paragraphs, list items, table rows and headings of a Markdown file, without blocks of code. */
export function textsOfMarkdown(file: string, source: string): Text[] {
  const texts: Text[] = [];
  let inCode = false;
  let paragraph: { line: number; lines: string[] } | null = null;
  const finish = () => {
    if (paragraph)
      texts.push({ kind: "document", file, line: paragraph.line, text: paragraph.lines.join("\n") });
    paragraph = null;
  };
  for (const [index, line] of source.split("\n").entries()) {
    const isFence = FENCE.test(line);
    if (isFence) inCode = !inCode;
    if (isFence || inCode || /^\s*(?:$|[-*|#>]|\d+\.\s)/.test(line)) finish();
    if (isFence || inCode || line.trim() === "") continue;
    paragraph ??= { line: index + 1, lines: [] };
    paragraph.lines.push(line);
  }
  finish();
  return texts;
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(source: string): string[] {
  return source
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => anchorOf(line.replace(/^#+ /, "")));
}
