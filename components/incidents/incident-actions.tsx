"use client";
import { CheckCheck, Ellipsis, Eye, Pencil, TimerOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { ActionButton } from "@/components/page/action-button";
import { type Action, useActions } from "@/components/page/actions";
import { buttonClass } from "@/components/ui/button-class";
import { lazyPart } from "@/components/ui/lazy-part";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { ResolveButton } from "./resolve-button";
import { useAcknowledge } from "./use-acknowledge";
import { resolveText, useDownMonitors } from "./use-down-monitors";

const IncidentEdit = lazyPart(async () => (await import("./incident-edit")).IncidentEdit);

/** Fills the row on a phone, for a thumb at night. */
const URGENT = "max-sm:h-12! max-sm:flex-1";

export function IncidentActions({ incident }: { incident: Incident }) {
  const { acknowledged_by: acknowledgedBy } = incident;
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [resolving, setResolving] = useState(false);
  const down = useDownMonitors(incident);
  const input = { params: { incidentId: incident.id } };
  const acknowledge = useAcknowledge();
  const recover = useSave(routes.recoverIncident, {
    done: "Incident resolved",
    onDone: () => setResolving(false),
  });
  const remove = useSave(routes.deleteIncident, {
    done: "Incident deleted",
    onDone: () => router.push("/incidents"),
  });
  const exclude = useSave(routes.updateIncident, {
    done: incident.exclude_from_downtime
      ? "Incident included in downtime"
      : "Incident excluded from downtime",
  });
  const isOpen = incident.status !== "recovered";
  const take: Action = {
    group: "On this page",
    label: "Acknowledge",
    icon: Eye,
    keys: "a",
    run: () => acknowledge(incident.id),
    path: `/uptime/incidents/${incident.id}/acknowledge`,
    works: () => isOpen && !acknowledgedBy,
  };
  const resolve: Action = {
    group: "On this page",
    label: "Resolve",
    icon: CheckCheck,
    run: () => (down !== 0 ? setResolving(true) : recover.mutate(input)),
    ...(down === 0 && { path: `/uptime/incidents/${incident.id}/recover` }),
    works: () => isOpen,
  };
  const edit: Action = {
    group: "On this page",
    label: "Edit…",
    icon: Pencil,
    keys: "e",
    run: () => setEditing(true),
  };
  useActions([take, resolve, edit]);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      {acknowledgedBy && (
        <span className="text-[13px] text-muted max-sm:w-full">Assigned to {acknowledgedBy}</span>
      )}
      {isOpen && !acknowledgedBy && <ActionButton action={take} variant="primary" className={URGENT} />}
      {isOpen && (
        <ResolveButton
          incident={incident}
          action={resolve}
          down={down}
          variant={acknowledgedBy ? "primary" : "secondary"}
          className={URGENT}
          busy={recover.isPending}
        />
      )}
      {!isOpen && <ActionButton action={edit} className="max-sm:flex-1" />}
      <Menu
        label="More actions"
        trigger={<Ellipsis />}
        triggerClass={buttonClass({ size: "icon" }, isOpen ? "max-sm:size-12!" : "")}
      >
        {isOpen && (
          <MenuItem onSelect={edit.run}>
            <Pencil /> {edit.label}
          </MenuItem>
        )}
        <MenuItem
          onSelect={() =>
            exclude.mutate({ ...input, body: { exclude_from_downtime: !incident.exclude_from_downtime } })
          }
        >
          <TimerOff /> {incident.exclude_from_downtime ? "Include in downtime" : "Exclude from downtime"}
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
      <Dialog open={editing} onClose={() => setEditing(false)} title={`Edit ${incident.slug}`} wide>
        <IncidentEdit incident={incident} onDone={() => setEditing(false)} />
      </Dialog>
      <Confirm
        open={resolving}
        onClose={() => setResolving(false)}
        onConfirm={() => recover.mutate(input)}
        busy={recover.isPending}
        title={`Resolve ${incident.slug}?`}
        action="Resolve incident"
      >
        {resolveText(down)}
      </Confirm>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(input)}
        busy={remove.isPending}
        title={`Delete ${incident.slug}?`}
        action="Delete incident"
        typed={incident.slug}
      >
        This removes its updates from status pages and its downtime from reports. You can't undo this.
      </Confirm>
    </div>
  );
}
