import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from "@/lib/contract/projects/projects";
import { handlers } from "@/lib/http/router/handler";
import * as projects from "@/lib/services/projects/projects";

export const projectHandlers = handlers({
  [listProjects.id]: ({ caller, page }) => projects.listProjects(caller, page),
  [createProject.id]: ({ caller, body }) => projects.createProject(caller, body),
  [getProject.id]: ({ caller, params }) => projects.getProject(caller, params.projectId),
  [updateProject.id]: ({ caller, params, body }) => projects.updateProject(caller, params.projectId, body),
  [deleteProject.id]: ({ caller, params }) => projects.deleteProject(caller, params.projectId),
});
