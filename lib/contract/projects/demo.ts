import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";
import { Project } from "./projects";

const added = z.number().int().min(0);

export const DemoContents = z.object({
  project_id: Id,
  added: z
    .object({
      monitors: added,
      incidents: added,
      posts: added.meta({ description: "Incident updates and comments." }),
      maintenance_windows: added,
      status_pages: added,
      integrations: added,
      alert_rules: added,
    })
    .meta({ description: "How many of each were created in the demo project after it was complete." }),
});
export type DemoContents = z.infer<typeof DemoContents>;

export const getDemo = endpoint("getDemo", "GET /demo", {
  scope: "organization",
  tag: "Projects",
  permission: "platform:write",
  summary: "Get what was added to the demo project",
  description:
    "Counts what deleting the demo project would delete besides demo data. Null without a demo project.",
  response: DemoContents.nullable(),
});

export const createDemo = endpoint("createDemo", "POST /demo", {
  scope: "organization",
  tag: "Projects",
  permission: "platform:write",
  summary: "Create the demo project",
  description:
    "Creates a project with monitors in every state, 90 days of history, and status pages, or returns the existing one. Its results are simulated: no checks and no notifications are sent. Requires an organization key, or an owner. Delete the project to remove it.",
  response: Project,
});
