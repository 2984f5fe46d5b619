"use client";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";

export function ExploreDemo() {
  const open = useSave(routes.switchProject, { onDone: () => location.assign("/") });
  const create = useSave(routes.createDemo, {
    onDone: ({ id }) => open.mutate({ body: { project_id: id } }),
  });
  const busy = create.isPending || open.isPending || open.isSuccess;
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
      Nothing to monitor yet?
      <Button size="sm" busy={busy} onClick={() => create.mutate({})}>
        Explore with demo data
      </Button>
    </p>
  );
}
