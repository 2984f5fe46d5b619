"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { SelectField, TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Check, Options } from "@/components/ui/input";
import { Disclosure } from "@/components/ui/overlays/disclosure";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { MERGING_WINDOWS_MINUTES } from "@/lib/contract/projects/merging-windows";
import type { Project } from "@/lib/contract/projects/projects";
import { interval } from "@/lib/presenters/core/format";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { MonitorDefaultsCard } from "./monitor-defaults-card";

/** Lists the projects with their settings, the current one first and open. */
export function ProjectsCard({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(queryAll(routes.listProjects));
  const admin = viewer.user.role !== "member";
  const projects = data?.data ?? [];
  const isCurrent = ({ id }: Project) => id === viewer.project?.id;
  return (
    <div className="space-y-4">
      {[...projects.filter(isCurrent), ...projects.filter((one) => !isCurrent(one))].map((project) => (
        <ProjectForm key={project.id} project={project} admin={admin} current={isCurrent(project)} />
      ))}
      {admin && viewer.project && <MonitorDefaultsCard project={viewer.project.name} />}
      {admin && <NewProject viewer={viewer} />}
    </div>
  );
}

function ProjectForm({ project, admin, current }: { project: Project; admin: boolean; current: boolean }) {
  const [name, setName] = useState(project.name);
  const save = useSave(routes.updateProject, { fields: true, done: "Project saved" });
  const put = (body: Parameters<typeof save.mutate>[0]["body"]) =>
    save.mutate({ params: { projectId: project.id }, body });
  const { use_incident_ai, use_incident_merging, incident_merging_time_window } = project.settings;
  const rename = () => {
    put({ name });
  };
  return (
    <Disclosure
      title={project.name}
      note={current ? `${project.slug} · current` : project.slug}
      open={current}
    >
      <Form onSubmit={rename} className="flex items-end gap-2">
        <TextField
          label="Name"
          error={save.errors.name}
          className="max-w-72 flex-1"
          value={name}
          disabled={!admin}
          onChange={setName}
        />
        <Button type="submit" disabled={!admin || name === project.name} busy={save.isPending}>
          Rename
        </Button>
      </Form>
      <div className="space-y-2">
        <Check
          label="Draft incident texts"
          help="Titles, summaries, and post-mortem drafts for automatic incidents."
          checked={use_incident_ai}
          disabled={!admin}
          onChange={(event) => put({ settings: { use_incident_ai: event.target.checked } })}
        />
        <Check
          label="Merge related incidents"
          help="Failures with the same cause join the open incident."
          checked={use_incident_merging}
          disabled={!admin}
          onChange={(event) => put({ settings: { use_incident_merging: event.target.checked } })}
        />
        <SelectField
          label="Merging window"
          help="How long after an incident's last change another failure can join it."
          className="max-w-72 pt-2"
          value={incident_merging_time_window}
          disabled={!admin || !use_incident_merging}
          onChange={(minutes) => put({ settings: { incident_merging_time_window: minutes } })}
        >
          <Options of={MERGING_WINDOWS_MINUTES} option={(minutes) => [minutes, interval(minutes * 60)]} />
        </SelectField>
      </div>
      {admin && <DeleteProject project={project} current={current} />}
    </Disclosure>
  );
}

function NewProject({ viewer }: { viewer: Viewer }) {
  const [name, setName] = useState("");
  const create = useSave(routes.createProject, {
    fields: true,
    done: "Project created",
    onDone: () => setName(""),
  });
  const submit = () => {
    create.mutate({ body: { name, members: [viewer.user.id] } });
  };
  return (
    <Card title="Create project">
      <Form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label="Name"
          error={create.errors.name}
          className="max-w-72 flex-1"
          value={name}
          onChange={setName}
        />
        <Button type="submit" busy={create.isPending}>
          Create project
        </Button>
      </Form>
    </Card>
  );
}

/** Deletes a project after its name was typed. The current one can't be deleted from inside. */
function DeleteProject({ project, current }: { project: Project; current: boolean }) {
  const remove = useConfirmed(routes.deleteProject, {
    input: ({ id }: Project) => ({ params: { projectId: id } }),
    title: ({ name }) => `Delete ${name}?`,
    action: "Delete project",
    text: "This deletes its monitors with all results, incidents, status pages, maintenance, integrations, and alert rules. Its status pages go offline. You can't undo this.",
    done: "Project deleted",
    typed: ({ name }) => name,
  });
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <Button disabled={current} onClick={() => remove.ask(project)}>
        <Trash2 /> Delete project…
      </Button>
      {current && (
        <p className="text-[13px] text-muted">To delete this project, switch to another one first.</p>
      )}
      {remove.dialog}
    </div>
  );
}
