import { markdownToHtml } from "@/lib/domain/core/markdown";

export function Markdown({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml lets a closed set of tags through
  return <div className="md" dangerouslySetInnerHTML={{ __html: markdownToHtml(text) }} />;
}
