"use client";
import { updateHtml } from "@/lib/presenters/incidents/update-html";

/** An update as the public page shows it. Its own chunk: the renderer is no part of other pages. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div
      className="prose-update break-words"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml gives a closed set of tags, raw HTML stays text
      dangerouslySetInnerHTML={{ __html: updateHtml(text) }}
    />
  );
}
