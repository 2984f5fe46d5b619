export interface RouteFile {
  /** Module → names. */
  readonly imports: Map<string, string[]>;
  readonly endpoints: string[];
}

/** `/uptime/monitors/{monitorId}` → `app/api/uptime/monitors/[monitorId]/route.ts`. */
export function routeFileOf(endpointPath: string): string {
  const folders = endpointPath.replaceAll(/\{(\w+)\}/g, "[$1]").replace(/\/$/, "");
  return `app/api${folders}/route.ts`;
}

export function routeFileText({ imports, endpoints }: RouteFile): string {
  const lines = [...imports].map(([from, names]) => `import { ${names.sort().join(", ")} } from "${from}";`);
  return [
    ...lines.sort(),
    'import { serve } from "@/lib/http/serve";',
    "",
    `export const { GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS } = serve(${endpoints.join(", ")});`,
    "",
  ].join("\n");
}
