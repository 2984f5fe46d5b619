"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Confirm } from "@/components/ui/overlays/confirm";
import { leaveProjectNote } from "@/lib/client/project-switch";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { DemoContents } from "@/lib/contract/projects/demo";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { addedWords, lostWords } from "@/lib/presenters/reports/demo-words";
import { useAttempt } from "./use-attempt";

/** A slim bar above the page, from edge to edge on phones. */
export const BAR =
  "frame-bar relative mb-2 flex items-center gap-x-3 rounded-xl border px-4 py-1 max-sm:-mx-4 max-sm:mb-0 max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0 max-sm:text-[13px]";

/**
 * Says above every page of the demo project that its data is simulated, and offers to delete it. It asks first, and names what people
 * added, which stays.
 */
export function DemoNote({ viewer }: { viewer: Viewer }) {
  const { project, user } = viewer;
  const [isBusy, attempt] = useAttempt();
  /** Undefined while nothing is asked. */
  const [demo, setDemo] = useState<DemoContents | null>();
  if (!project?.is_demo) return null;
  const remove = async () => {
    await request(routes.deleteDemo);
    // Only owners can create the demo again.
    leaveProjectNote({ text: "Demo data deleted", isDemoGone: user.role === "owner" });
    location.assign("/");
  };
  const ask = async () => {
    setDemo(await request(routes.getDemo));
    return "here";
  };
  const added = demo ? addedWords(demo) : null;
  return (
    <div data-bar className={cn(BAR, "border-line bg-raised")}>
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
        open={demo !== undefined}
        onClose={() => setDemo(undefined)}
        onConfirm={() => attempt(remove)}
        busy={isBusy}
        title="Delete demo data?"
        action="Delete demo data"
      >
        {added ? (
          <>
            <p className="break-words">
              People added {added}. This stays in {project.name}, which becomes a normal project.
            </p>
            <p className="mt-2">
              Its monitors are checked from then on, and alerts are sent. Their simulated results are deleted.
            </p>
          </>
        ) : (
          <p>Only simulated data is deleted. This project contains nothing else.</p>
        )}
        {demo && lostWords(demo) && <p className="mt-2">{lostWords(demo)}</p>}
      </Confirm>
    </div>
  );
}
