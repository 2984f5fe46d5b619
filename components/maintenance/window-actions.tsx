"use client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { routes } from "@/lib/client/routes";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { repeatsText } from "@/lib/presenters/maintenance/window-draft";

const WindowForm = lazyPart(async () => (await import("./window-form")).WindowForm);

const EXTEND_MS = 30 * 60_000;
const FOLLOWING = { apply_to: "following" } as const;

/** Offers what can be done with a window in its state. */
export function WindowActions({
  window,
  onDeleted,
}: {
  window: MaintenanceWindow;
  onDeleted?: (() => void) | undefined;
}) {
  const [editing, setEditing] = useState(false);
  const input = { params: { maintenanceWindowId: window.id } };
  const complete = useSave(routes.completeMaintenanceWindow, { done: "Maintenance completed" });
  const cancel = useSave(routes.cancelMaintenanceWindow, { done: "Maintenance canceled" });
  const extend = useSave(routes.updateMaintenanceWindow, { done: "Extended by 30 minutes" });
  const remove = useSave(routes.deleteMaintenanceWindow, {
    done: "Maintenance deleted",
    ...(onDeleted && { onDone: onDeleted }),
  });
  const later = new Date(Date.parse(window.ends_at) + EXTEND_MS).toISOString();
  const repeats = repeatsText(window);
  const open = window.state === "scheduled" || window.state === "in_progress";
  return (
    <>
      {window.state === "in_progress" && (
        <Button size="sm" busy={complete.isPending} onClick={() => complete.mutate(input)}>
          Complete now
        </Button>
      )}
      <Menu
        label={`Actions for ${window.title}`}
        trigger={<Ellipsis />}
        triggerClass={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <MenuItem onSelect={() => setEditing(true)}>Edit…</MenuItem>
        {open && (
          <MenuItem onSelect={() => extend.mutate({ ...input, body: { ends_at: later } })}>
            Extend by 30 minutes
          </MenuItem>
        )}
        {open && (
          <MenuItem onSelect={() => cancel.mutate(input)}>
            {repeats ? "Cancel this occurrence" : "Cancel maintenance"}
          </MenuItem>
        )}
        {repeats && open && (
          <MenuItem onSelect={() => cancel.mutate({ ...input, query: FOLLOWING })}>
            Cancel this and following occurrences
          </MenuItem>
        )}
        <MenuItem tone="danger" onSelect={() => remove.mutate(input)}>
          {repeats ? "Delete this occurrence" : "Delete maintenance"}
        </MenuItem>
        {repeats && (
          <MenuItem tone="danger" onSelect={() => remove.mutate({ ...input, query: FOLLOWING })}>
            Delete this and following occurrences
          </MenuItem>
        )}
      </Menu>
      <Dialog open={editing} onClose={() => setEditing(false)} title="Edit maintenance" wide>
        <WindowForm window={window} onDone={() => setEditing(false)} />
      </Dialog>
    </>
  );
}
