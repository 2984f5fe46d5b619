import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { webUrl } from "@/lib/contract/core/fields";

export const ReadPageTitle = z.object({
  url: webUrl(2048).meta({ title: "URL", examples: ["https://example.com/"] }),
});
export type ReadPageTitle = z.infer<typeof ReadPageTitle>;

export const PageTitle = z.object({ title: z.string().nullable() });
export type PageTitle = z.infer<typeof PageTitle>;

export const endpoints = endpointsOf("project", "Monitors", {
  readPageTitle: {
    at: "POST /uptime/page-title",
    summary: "Read the title of a web page",
    description:
      "Suggests a name for a monitor. Null if the page has no title or cannot be read within 5 s. The server fetches the page, under the same address rules and limits as checks.",
    body: ReadPageTitle,
    response: PageTitle,
  },
});
