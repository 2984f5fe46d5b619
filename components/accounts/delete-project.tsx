"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/overlays/confirm";
import { routes } from "@/lib/client/routes";
import type { Project } from "@/lib/contract/projects/projects";

/** Deletes a project after its name was typed. The current one can't be deleted from inside. */
export function DeleteProject({ project, current }: { project: Project; current: boolean }) {
  const [asking, setAsking] = useState(false);
  const remove = useSave(routes.deleteProject, { done: "Project deleted", onDone: () => setAsking(false) });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <Button disabled={current} onClick={() => setAsking(true)}>
        <Trash2 /> Delete project…
      </Button>
      {current && (
        <p className="text-[13px] text-muted">To delete this project, switch to another one first.</p>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { projectId: project.id } })}
        busy={remove.isPending}
        title={`Delete ${project.name}?`}
        action="Delete project"
        typed={project.name}
      >
        This deletes its monitors with all results, incidents, status pages, maintenance, integrations, and
        alert rules. Its status pages go offline. You can't undo this.
      </Confirm>
    </div>
  );
}
