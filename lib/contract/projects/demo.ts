import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";
import { Project } from "./projects";

const added = z.number().int().min(0);

export const DemoContents = z.object({
  project_id: Id,
  added: z
    .object({
      monitors: added,
      incidents: added,
      maintenance_windows: added,
      status_pages: added,
      integrations: added,
      alert_rules: added,
      incident_templates: added,
      api_keys: added,
    })
    .meta({
      description: "Number of items of each kind that were added to the demo project.",
    }),
  names: z.array(z.string()).meta({ description: "Names of up to 20 of them, oldest first." }),
  posts: added.meta({ description: "Incident updates and comments that people posted on demo incidents." }),
});
export type DemoContents = z.infer<typeof DemoContents>;

export const endpoints = endpointsOf("organization", "Projects", {
  getDemo: {
    at: "GET /demo",
    permission: "platform:write",
    summary: "List what was added to the demo project",
    description:
      "Lists what stays if the demo data is deleted, and counts the posts that are deleted with the demo's incidents. Null without a demo project.",
    response: DemoContents.nullable(),
  },
  createDemo: {
    at: "POST /demo",
    summary: "Create the demo project",
    description:
      "Creates a project with monitors in every state, 90 days of history, and status pages, or returns the existing one. Its results are simulated: no checks and no notifications are sent. Requires an organization key, or an owner.",
    response: Project,
  },
  deleteDemo: {
    at: "DELETE /demo",
    summary: "Delete demo data",
    description:
      "Deletes the demo project. If people added something to it, the project stays with what they added, and becomes a normal one: its monitors are checked and alerts are sent. Requires an organization key, or an owner or admin in the dashboard.",
    response: z.object({
      project_id: Id.nullable().meta({
        description: "The remaining project; null if the project was deleted.",
      }),
    }),
  },
});
