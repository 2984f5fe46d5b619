import { endpoint } from "@/lib/contract/core/endpoint";
import { Project } from "./projects";

export const createDemo = endpoint("createDemo", "POST /demo", {
  scope: "organization",
  tag: "Projects",
  permission: "platform:write",
  summary: "Create the demo project",
  description:
    "Creates a project with monitors in every state, 90 days of history, and status pages, or returns the existing one. Its results are simulated: no checks and no notifications are sent. Requires an organization key, or an owner. Delete the project to remove it.",
  response: Project,
});
