import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { must } from "@/lib/contract/core/wording";
import { MERGING_WINDOWS_MINUTES } from "./merging-windows";

const name = text(1, 25).meta({
  title: "Name",
  description: "1 to 25 characters. The slug is derived from the name on creation; renaming keeps the slug.",
  examples: ["Web shop"],
});
const members = z
  .array(Id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, must("not contain duplicates"))
  .meta({ title: "Members", description: "1 to 100 user IDs of the organization.", examples: [[1, 2]] });

const settings = {
  use_incident_ai: z.boolean().meta({
    title: "Draft incident texts",
    description: "Whether to draft titles, summaries, and post-mortems of automatic incidents.",
    examples: [true],
  }),
  use_incident_merging: z.boolean().meta({
    title: "Merge related incidents",
    description: "Whether a failure with the same cause joins the open incident.",
    examples: [true],
  }),
  incident_merging_time_window: z.literal(MERGING_WINDOWS_MINUTES).meta({
    title: "Merging window",
    description: "Minutes after an incident's last change during which another failure can join it.",
    examples: [60],
  }),
};
export const ProjectSettings = z.object(settings).meta({ title: "Settings" });

/** Null or omitted settings keep their value, or take the default on creation (true, true, 60). */
const ProjectSettingsInput = z
  .object({
    use_incident_ai: settings.use_incident_ai.nullish(),
    use_incident_merging: settings.use_incident_merging.nullish(),
    incident_merging_time_window: settings.incident_merging_time_window.nullish(),
  })
  .nullish()
  .meta({
    title: "Settings",
    description:
      "A partial object changes only the given settings; null keeps the current value or, on creation, the default.",
  });

export const CreateProject = z.object({ name, members, settings: ProjectSettingsInput });
export type CreateProject = z.infer<typeof CreateProject>;

/** A partial update. Omitted fields keep their value. */
export const UpdateProject = CreateProject.partial();
export type UpdateProject = z.infer<typeof UpdateProject>;

export const Project = z.object({
  id: Id,
  name,
  slug: z
    .string()
    .meta({ title: "Slug", description: "Unique within the organization.", examples: ["web-shop"] }),
  members,
  settings: ProjectSettings,
  created_at: DateOut,
  updated_at: DateOut,
});
export type Project = z.infer<typeof Project>;

export const endpoints = endpointsOf("organization", "Projects", {
  listProjects: {
    at: "GET /projects",
    summary: "List projects",
    description: "Projects that the credential can access, newest first.",
    response: Project,
    list: true,
  },
  createProject: {
    at: "POST /projects",
    summary: "Create a project",
    description: "Requires an organization key, or a user token of an owner or admin.",
    body: CreateProject,
    response: Project,
    status: 201,
  },
  getProject: { at: "GET /projects/{projectId}", summary: "Get a project", response: Project },
  updateProject: {
    at: "POST /projects/{projectId}",
    summary: "Update a project",
    description: "Omitted fields keep their value.",
    body: UpdateProject,
    response: Project,
  },
  deleteProject: {
    at: "DELETE /projects/{projectId}",
    summary: "Delete a project",
    description:
      "Deletes everything that the project owns. Requires an organization key, or an owner or admin in the dashboard. A user token cannot do this.",
  },
});
