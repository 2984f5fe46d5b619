"use client";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { workIn } from "@/lib/client/project-switch";
import { routes } from "@/lib/client/routes";

/** Creates the demo project and opens it. */
export function ExploreDemo() {
  const create = useSave(routes.createDemo, {
    onDone: ({ id }) => void workIn(id).then(() => location.assign("/")),
  });
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
      Nothing to monitor yet?
      <Button size="sm" busy={create.isPending || create.isSuccess} onClick={() => create.mutate({})}>
        Explore with demo data
      </Button>
    </p>
  );
}
