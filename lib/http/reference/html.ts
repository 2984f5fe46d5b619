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

/** Returns a panel of code below a caption. Both are HTML. */
export function codeHtml(caption: string, code: string): string {
  return `<figure><figcaption>${caption}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
}

/** Returns indented JSON, with keys that stand out from their values. */
export function jsonHtml(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => {
      const [, indent = "", key, rest = ""] = /^( *)("(?:[^"\\]|\\.)*")(: .*)$/.exec(line) ?? [];
      return key ? `${indent}<i>${escapeHtml(key)}</i>${escapeHtml(rest)}` : escapeHtml(line);
    })
    .join("\n");
}
