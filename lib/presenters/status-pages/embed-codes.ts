import type { StatusPage } from "@/lib/contract/status-pages/pages";

/** A way to show a page's state elsewhere, with the code to paste. */
export interface EmbedCode {
  readonly title: string;
  readonly note: string;
  readonly code: string;
}

/** Returns the code of a page's badge and widgets. */
export function embedCodes({ name, url }: Pick<StatusPage, "name" | "url">): EmbedCode[] {
  const [plain, html] = [
    name.replace(/[[\]\\`]/g, ""),
    name.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`),
  ];
  return [
    { title: "Badge for a README", note: "Markdown", code: `[![${plain} status](${url}/badge.svg)](${url})` },
    {
      title: "Live badge",
      note: "HTML. Follows the visitor's color scheme.",
      code: `<a href="${url}"><img src="${url}/embed-badges/live-status" alt="${html} status" height="24"></a>`,
    },
    {
      title: "State in one line",
      note: "HTML. A frame without scripts that reloads every minute.",
      code: `<iframe src="${url}/embed" title="${html} status" width="280" height="44" style="border:0" loading="lazy"></iframe>`,
    },
    {
      title: "Notice while something is wrong",
      note: "HTML. A script of 2 KB that shows a notice in the corner of your site.",
      code: `<script src="${url}/embed.js" async></script>`,
    },
  ];
}
