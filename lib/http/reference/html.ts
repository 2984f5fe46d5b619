import { escapeHtml } from "@/lib/shared/text/escape-html";

/** Escapes text and renders the `code` and **bold** of our own descriptions. */
export function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

/** Renders the paragraphs and dash lists of our own descriptions. */
export function prose(text: string): string {
  return text
    .split(/\n\n+/)
    .map((block) => {
      const lines = block.split("\n");
      if (!lines.every((line) => line.startsWith("- "))) return `<p>${inline(block)}</p>`;
      return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join("")}</ul>`;
    })
    .join("");
}
