/** Fills a protocol's `target`, such as `{host}:{port}`, with the fields of a request. `shown` shortens a URL. */
export function nameTarget(target: string, request: object, shown: (url: string) => string): string {
  const fields = new Map<string, unknown>(Object.entries(request));
  return target.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(fields.get(name) ?? "");
    return name === "url" ? shown(text) : text;
  });
}
