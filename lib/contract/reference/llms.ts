import type { Endpoint } from "@/lib/contract/core/endpoint";
import { publicEndpoints } from "./openapi";

/** Returns an index of the API reference for language models (llmstxt.org). */
export function llmsText(origin: string): string {
  const line = ({ id, method, path, summary }: Endpoint) =>
    `- [${summary}](${origin}/api/docs#${id}): \`${method} /api${path}\``;
  const all = publicEndpoints();
  const tags = [...new Set(all.map(({ tag }) => tag))];
  const listed = (tag: string) => all.flatMap((each) => (each.tag === tag ? [line(each)] : [])).join("\n");
  return [
    "# Vedette API",
    "> Monitors, incidents, status pages, and alerts of a self-hosted uptime monitor.",
    `Authenticate with \`Authorization: Bearer KEY\`. Lists take \`page\` and \`per_page\`. Every operation with JSON is also a tool of the Model Context Protocol server at ${origin}/mcp.`,
    `## Reference\n\n- [OpenAPI 3.1 document](${origin}/api/openapi.json): every field, limit, and response\n- [Web page](${origin}/api/docs): the same for people`,
    ...tags.map((tag) => `## ${tag}\n\n${listed(tag)}`),
  ].join("\n\n");
}
