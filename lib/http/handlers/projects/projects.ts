import { createDemo } from "@/lib/contract/projects/demo";
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from "@/lib/contract/projects/projects";
import { type GuardTable, handlers } from "@/lib/http/router/handler";
import * as projects from "@/lib/services/projects/projects";
import * as demo from "@/lib/services/reports/demo/create";

export const projectHandlers = handlers({
  [listProjects.id]: ({ caller, page }) => projects.listProjects(caller, page),
  [createDemo.id]: ({ caller }) => demo.createDemo(caller),
  [createProject.id]: ({ caller, body }) => projects.createProject(caller, body),
  [getProject.id]: ({ caller, params }) => projects.getProject(caller, params.projectId),
  [updateProject.id]: ({ caller, params, body }) => projects.updateProject(caller, params.projectId, body),
  [deleteProject.id]: ({ caller, params }) => projects.deleteProject(caller, params.projectId),
});

export const projectGuards: GuardTable = {
  [createProject.id]: (caller) => projects.requireProjectCreation(caller),
};
