"use client";
import { Trash2 } from "lucide-react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import type { Project } from "@/lib/contract/projects/projects";

/** Deletes a project after its name was typed. The current one can't be deleted from inside. */
export function DeleteProject({ project, current }: { project: Project; current: boolean }) {
  const remove = useConfirmed(routes.deleteProject, {
    input: ({ id }: Project) => ({ params: { projectId: id } }),
    title: ({ name }) => `Delete ${name}?`,
    action: "Delete project",
    text: "This deletes its monitors with all results, incidents, status pages, maintenance, integrations, and alert rules. Its status pages go offline. You can't undo this.",
    done: "Project deleted",
    typed: ({ name }) => name,
  });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
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
