"use client";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";

/** Says above every page of the demo project that its data is simulated, and removes it with one click. */
export function DemoNote({ viewer }: { viewer: Viewer }) {
  const { project, user } = viewer;
  const remove = useSave(routes.deleteProject, { onDone: () => location.assign("/") });
  if (!project?.is_demo) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sunken px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">Demo data.</span> Results are simulated, and no alerts are sent.
      </p>
      {user.role !== "member" && (
        <Button
          size="sm"
          busy={remove.isPending || remove.isSuccess}
          onClick={() => remove.mutate({ params: { projectId: project.id } })}
        >
          Delete demo data
        </Button>
      )}
    </div>
  );
}
