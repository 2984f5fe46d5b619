"use client";
import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { routes } from "@/lib/client/routes";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { counted, duration } from "@/lib/presenters/core/format";
import { MODES, repeatsText } from "@/lib/presenters/maintenance/window-draft";

const WindowForm = lazyPart(async () => (await import("./window-form")).WindowForm);

const EXTEND_MS = 30 * 60_000;
const FOLLOWING = { apply_to: "following" } as const;

/** Shows a window with its actions. `onDeleted` is set on the window's own page, which already shows its title and times. */
export function WindowRow({ window, onDeleted }: { window: MaintenanceWindow; onDeleted?: () => void }) {
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
  const lasts = duration((Date.parse(window.ends_at) - Date.parse(window.starts_at)) / 1000);
  const repeats = repeatsText(window);
  const open = window.state === "scheduled" || window.state === "in_progress";
  return (
    <li
      data-row
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0"
    >
      <span className="w-28 shrink-0 max-sm:w-auto max-sm:flex-1">
        <StateMark state={window.state} size="sm" />
      </span>
      <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        {!onDeleted && (
          <Link href={`/maintenance/${window.id}`} className="block truncate font-medium hover:underline">
            {window.title}
          </Link>
        )}
        <p className="text-[13px] text-muted">
          {!onDeleted && (
            <>
              <Time at={window.starts_at} as="date" /> ·{" "}
            </>
          )}
          {lasts} · {counted(window.monitors.length, "monitor")} ·{" "}
          {MODES.find(({ value }) => value === window.monitoring_mode)?.effect}
        </p>
        {repeats && open && <p className="text-[13px] text-muted">Repeats {repeats}</p>}
        {window.tags && <p className="text-[13px] text-muted">{window.tags.join(", ")}</p>}
      </div>
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
    </li>
  );
}
