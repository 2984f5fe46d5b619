"use client";
import { ArrowLeftRight } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { leaveProjectNote, whenSeen, workIn } from "@/lib/client/project-switch";

/**
 * Leads into the project of the record that a link names. The page itself was read without changing anything: the switch is a request of
 * its own, once the person sees the page, so that neither a prefetch nor a tab in the background makes it.
 */
export function RecordElsewhere({ project }: { project: { id: number; name: string } }) {
  const [failure, setFailure] = useState<string | null>(null);
  const follow = useCallback(async () => {
    try {
      await workIn(project.id);
    } catch (error) {
      return setFailure(error instanceof Error ? error.message : String(error));
    }
    leaveProjectNote(project.name);
    // Everything on screen belongs to a project, so the page starts anew.
    location.reload();
  }, [project]);
  useEffect(() => {
    const controller = new AbortController();
    void whenSeen(controller.signal).then(() => {
      if (!controller.signal.aborted) void follow();
    });
    return () => controller.abort();
  }, [follow]);
  return (
    <Empty
      icon={<ArrowLeftRight />}
      title={
        failure === null ? `Switching to project ${project.name}…` : `This is in project ${project.name}`
      }
      action={failure !== null && <Button onClick={() => void follow()}>Switch to {project.name}</Button>}
    >
      {failure ?? "What the link leads to is there."}
    </Empty>
  );
}
