"use client";
import { ArrowLeftRight } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { leaveProjectNote, whenSeen, workIn } from "@/lib/client/project-switch";

/**
 * Switches to the project of the linked record. Reading the page changes nothing: a separate request switches the project once the page
 * is visible, so that neither a prefetch nor a background tab does it.
 */
export function RecordElsewhere({ project }: { project: { id: number; name: string } }) {
  const [failure, setFailure] = useState<string | null>(null);
  const follow = useCallback(async () => {
    try {
      await workIn(project.id);
    } catch (error) {
      return setFailure(error instanceof Error ? error.message : String(error));
    }
    leaveProjectNote({ text: `Switched to project ${project.name}` });
    // Reload, because everything on screen belongs to a project.
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
        failure === null ? `Switching to project ${project.name}…` : `This belongs to project ${project.name}`
      }
      action={failure !== null && <Button onClick={() => void follow()}>Switch to {project.name}</Button>}
    >
      {failure ?? "The linked record is in that project."}
    </Empty>
  );
}
