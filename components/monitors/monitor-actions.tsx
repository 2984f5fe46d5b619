"use client";
import { Copy, Pause, Pencil, Play, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { type Action, useActions } from "@/components/page/actions";
import { HeadActions } from "@/components/page/head-actions";
import { Confirm } from "@/components/ui/overlays/confirm";
import { MenuItem } from "@/components/ui/overlays/menu";
import { routes } from "@/lib/client/routes";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { usePause } from "./use-pause";

/** Offers the actions of a monitor. Pause and resume can be undone. */
export function MonitorActions({
  monitor,
  checking,
  onCheck,
  onDeleted,
}: {
  monitor: Monitor;
  checking: boolean;
  /** Null for a monitor that sends signals, because it can't be checked on demand. */
  onCheck: (() => void) | null;
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const input = { params: { monitorId: monitor.id } };
  const remove = useSave(routes.deleteMonitor, { done: "Monitor deleted", onDone: onDeleted });
  const turn = usePause();
  const check: Action = {
    group: "On this page",
    label: "Check now",
    icon: RefreshCw,
    keys: "r",
    run: () => onCheck?.(),
  };
  const pause: Action = {
    group: "On this page",
    label: monitor.paused ? "Resume" : "Pause",
    icon: monitor.paused ? Play : Pause,
    keys: "p",
    run: () => turn(monitor),
    path: `/uptime/monitors/${monitor.id}/${monitor.paused ? "resume" : "pause"}`,
  };
  const edit: Action = {
    group: "On this page",
    label: "Edit",
    icon: Pencil,
    keys: "e",
    href: `/monitors/${monitor.id}/edit`,
  };
  const offered = onCheck ? [check, pause, edit] : [pause, edit];
  useActions(offered);
  return (
    <>
      <HeadActions actions={offered} busy={checking}>
        <MenuItem href={`/monitors/new?clone=${monitor.id}`}>
          <Copy /> Clone
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 /> Delete…
        </MenuItem>
      </HeadActions>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(input)}
        busy={remove.isPending}
        title={`Delete ${monitor.name}?`}
        action="Delete monitor"
        typed={monitor.name}
      >
        This also deletes its results and removes it from incidents and status pages. You can't undo this. To
        keep everything, pause the monitor instead.
      </Confirm>
    </>
  );
}
