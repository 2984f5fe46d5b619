"use client";
import { updateHtml } from "@/lib/presenters/incidents/update-html";

/** Renders an update as the status page does. A separate chunk keeps the Markdown renderer out of other pages. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div
      className="prose-update break-words"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml emits a fixed set of tags and escapes raw HTML
      dangerouslySetInnerHTML={{ __html: updateHtml(text) }}
    />
  );
}
