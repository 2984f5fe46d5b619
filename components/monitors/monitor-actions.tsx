"use client";
import { Copy, Ellipsis, Pause, Pencil, Play, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button, ButtonLink, buttonClass } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Menu, MenuItem } from "@/components/ui/menu";
import { routes } from "@/lib/client/routes";
import type { Monitor } from "@/lib/contract/monitors/monitors";

/** Offers the actions of a monitor. Pause and resume can be undone. */
export function MonitorActions({
  monitor,
  checking,
  onCheck,
  onDeleted,
}: {
  monitor: Monitor;
  checking: boolean;
  onCheck: () => void;
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const input = { params: { monitorId: monitor.id } };
  const quietResume = useSave(routes.resumeMonitor);
  const quietPause = useSave(routes.pauseMonitor);
  const pause = useSave(routes.pauseMonitor, {
    done: "Monitor paused",
    undo: () => quietResume.mutate(input),
  });
  const resume = useSave(routes.resumeMonitor, {
    done: "Monitor resumed",
    undo: () => quietPause.mutate(input),
  });
  const remove = useSave(routes.deleteMonitor, { done: "Monitor deleted", onDone: onDeleted });
  const turn = monitor.paused ? resume : pause;
  return (
    <>
      <Button busy={checking} onClick={onCheck}>
        <RefreshCw /> Check now
      </Button>
      <Button busy={turn.isPending} onClick={() => turn.mutate(input)}>
        {monitor.paused ? <Play /> : <Pause />}
        {monitor.paused ? "Resume" : "Pause"}
      </Button>
      <ButtonLink href={`/monitors/${monitor.id}/edit`}>
        <Pencil /> Edit
      </ButtonLink>
      <Menu label="More actions" trigger={<Ellipsis />} triggerClass={buttonClass({ size: "icon" })}>
        <MenuItem href={`/monitors/new?clone=${monitor.id}`}>
          <Copy /> Clone
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(input)}
        busy={remove.isPending}
        title={`Delete ${monitor.name}?`}
        action="Delete monitor"
      >
        This also deletes its results and removes it from incidents and status pages. You can't undo this. To
        keep everything, pause the monitor instead.
      </Confirm>
    </>
  );
}
