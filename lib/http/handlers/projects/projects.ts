import { type GuardTable, handlers } from "@/lib/http/router/handler";
import * as projects from "@/lib/services/projects/projects";
import * as demo from "@/lib/services/reports/demo/create";
import * as removal from "@/lib/services/reports/demo/remove";

export const projectHandlers = handlers({
  listProjects: ({ caller, page }) => projects.listProjects(caller, page),
  getDemo: ({ caller }) => removal.getDemo(caller),
  createDemo: ({ caller }) => demo.createDemo(caller),
  deleteDemo: ({ caller }) => removal.deleteDemo(caller),
  createProject: ({ caller, body }) => projects.createProject(caller, body),
  getProject: ({ caller, params }) => projects.getProject(caller, params.projectId),
  updateProject: ({ caller, params, body }) => projects.updateProject(caller, params.projectId, body),
  deleteProject: ({ caller, params }) => projects.deleteProject(caller, params.projectId),
});

export const projectGuards: GuardTable = {
  createProject: (caller) => projects.requireProjectCreation(caller),
};
