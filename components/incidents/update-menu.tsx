"use client";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { buttonClass } from "@/components/ui/button-class";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { routes } from "@/lib/client/routes";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";

const UpdateEdit = lazyPart(async () => (await import("./update-edit")).UpdateEdit);

export function UpdateMenu({ update }: { update: IncidentUpdate }) {
  const [open, setOpen] = useState<"none" | "edit" | "delete">("none");
  const close = () => setOpen("none");
  const params = { incidentId: update.incident_id, incidentUpdateId: update.id };
  const remove = useSave(routes.deleteIncidentUpdate, { done: "Update deleted", onDone: close });
  return (
    <>
      <Menu
        label="Update actions"
        trigger={<Ellipsis />}
        triggerClass={buttonClass({ look: "quiet", size: "icon" }, "size-8! touch:size-10!")}
      >
        <MenuItem onSelect={() => setOpen("edit")}>
          <Pencil /> Edit…
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
      <Dialog
        open={open === "edit"}
        onClose={close}
        title="Edit update"
        description="No notifications are sent for edits."
        wide
      >
        <UpdateEdit update={update} onDone={close} />
      </Dialog>
      <Confirm
        open={open === "delete"}
        onClose={close}
        onConfirm={() => remove.mutate({ params })}
        busy={remove.isPending}
        title="Delete this update?"
        action="Delete update"
      >
        This removes it from every status page. Notifications that were already sent can't be recalled.
      </Confirm>
    </>
  );
}
