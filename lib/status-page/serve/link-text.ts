/** Returns a document whose last link to a path has another text. The text is HTML. */
export function withLinkText(html: string, path: string, text: string): string {
  const link = `${path}">`;
  const at = html.lastIndexOf(link);
  if (at === -1) return html;
  const start = at + link.length;
  return html.slice(0, start) + text + html.slice(html.indexOf("<", start));
}
