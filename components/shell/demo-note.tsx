"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Confirm } from "@/components/ui/overlays/confirm";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { addedWords } from "@/lib/presenters/reports/demo-words";
import { useAttempt } from "./use-attempt";

/** A slim bar above the page, from edge to edge on phones. */
export const BAR =
  "mb-5 flex items-center gap-x-3 rounded-xl border px-4 py-1 max-sm:-mx-4 max-sm:mb-0 max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0 max-sm:text-[13px]";

/**
 * Says above every page of the demo project that its data is simulated, and offers to delete it. It asks first, and names what people
 * added.
 */
export function DemoNote({ viewer }: { viewer: Viewer }) {
  const { project, user } = viewer;
  const [isBusy, attempt] = useAttempt();
  /** What people added; null if nothing. Undefined while nothing is asked. */
  const [added, setAdded] = useState<string | null>();
  if (!project?.is_demo) return null;
  const remove = async () => {
    await request(routes.deleteProject, { params: { projectId: project.id } });
    location.assign("/");
  };
  const ask = async () => {
    const demo = await request(routes.getDemo);
    setAdded(demo && addedWords(demo.added));
    return "here";
  };
  return (
    <div data-bar className={cn(BAR, "border-line bg-sunken")}>
      <p className="min-w-0 flex-1 py-1">
        <span className="font-medium">Demo data.</span>{" "}
        <span className="max-sm:hidden">Results are simulated, and no alerts are sent.</span>
        <span className="sm:hidden">No alerts are sent.</span>
      </p>
      {user.role !== "member" && (
        <Button
          size="sm"
          variant="quiet"
          className="-mr-2.5 underline underline-offset-2"
          busy={isBusy}
          onClick={() => attempt(ask)}
        >
          Delete demo data
        </Button>
      )}
      <Confirm
        open={added !== undefined}
        onClose={() => setAdded(undefined)}
        onConfirm={() => attempt(remove)}
        busy={isBusy}
        title={added ? "Delete what you added, too?" : "Delete demo data?"}
        action={added ? "Delete everything" : "Delete demo data"}
        {...(added && { typed: project.name })}
      >
        {added
          ? `People added ${added} to this project. Deleting demo data deletes that, too, and you can't undo it. To keep something, create it in another project first.`
          : "Only simulated data is deleted. People added nothing to this project."}
      </Confirm>
    </div>
  );
}
