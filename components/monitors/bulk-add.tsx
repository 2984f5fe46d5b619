"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields";
import { useSave } from "@/components/forms/use-save";
import { WindowForm } from "@/components/maintenance/window-form";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { COMING } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { counted } from "@/lib/presenters/core/format";
import { addMonitors } from "@/lib/presenters/status-pages/component-list";
import { PLACES, type Place } from "./add-places";

interface Props {
  place: Place;
  ids: readonly number[];
  onClose: () => void;
}

/** Adds the selected monitors to a status page, a maintenance window, or an alert rule, that exists or is new. */
export function BulkAdd(props: Props) {
  const { title } = PLACES.find(({ value }) => value === props.place) ?? PLACES[0];
  const Form = { page: ToPage, window: ToWindow, rule: ToRule }[props.place];
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Add ${counted(props.ids.length, "monitor")} to ${title}`}
      wide
    >
      <Form {...props} />
    </Dialog>
  );
}

const union = (before: readonly number[], added: readonly number[]) => [...new Set([...before, ...added])];

function ToPage({ ids, onClose }: Props) {
  const pages = useQuery(queryAll(routes.listStatusPages)).data?.data ?? [];
  const save = useSave(routes.updateStatusPage, { done: ({ name }) => `Added to ${name}`, onDone: onClose });
  return (
    <Choice
      label="Status page"
      none="No status pages yet. Create one under Status pages."
      options={pages.map(({ id, name }) => ({ id, name }))}
      busy={save.isPending}
      onAdd={(statusPageId) => {
        const page = pages.find(({ id }) => id === statusPageId);
        if (page)
          save.mutate({ params: { statusPageId }, body: { components: addMonitors(page.components, ids) } });
      }}
    />
  );
}

function ToWindow({ ids, onClose }: Props) {
  const windows = useQuery(queryAll(routes.listMaintenanceWindows, { query: COMING })).data?.data ?? [];
  const scheduled = windows.filter(({ state }) => state === "scheduled");
  const save = useSave(routes.updateMaintenanceWindow, {
    done: ({ title }) => `Added to ${title}`,
    onDone: onClose,
  });
  return (
    <div className="space-y-6">
      {scheduled.length > 0 && (
        <Choice
          label="Scheduled window"
          none=""
          options={scheduled.map(({ id, title }) => ({ id, name: title }))}
          busy={save.isPending}
          onAdd={(maintenanceWindowId) => {
            const known = scheduled.find(({ id }) => id === maintenanceWindowId)?.monitors ?? [];
            save.mutate({ params: { maintenanceWindowId }, body: { monitors: union(known, ids) } });
          }}
        />
      )}
      <WindowForm monitors={ids} onDone={onClose} />
    </div>
  );
}

/** A rule without limits already covers every monitor, so only limited ones are offered. */
function ToRule({ ids, onClose }: Props) {
  const router = useRouter();
  const rules = useQuery(queryAll(routes.listAlertRules)).data?.data ?? [];
  const limited = rules.filter(({ monitors, scope }) => monitors.length > 0 && scope === "project");
  const save = useSave(routes.updateAlertRule, { done: "Added to the alert rule", onDone: onClose });
  return (
    <Choice
      label="Alert rule"
      none="No alert rule is limited to certain monitors."
      options={limited.map(({ id, event, monitors }) => ({
        id,
        name: `When ${EVENT_WORDS[event].clause}, of ${counted(monitors.length, "monitor")}`,
      }))}
      busy={save.isPending}
      onAdd={(alertRuleId) => {
        const known = limited.find(({ id }) => id === alertRuleId)?.monitors ?? [];
        save.mutate({ params: { alertRuleId }, body: { monitors: union(known, ids) } });
      }}
    >
      <Button onClick={() => router.push(`/integrations?rule=${ids.join(",")}`)}>Create alert rule</Button>
    </Choice>
  );
}

/** Chooses one of the existing places. */
function Choice({
  label,
  none,
  options,
  busy,
  onAdd,
  children,
}: {
  label: string;
  none: string;
  options: readonly { id: number; name: string }[];
  busy: boolean;
  onAdd: (id: number) => void;
  children?: React.ReactNode;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? options[0]?.id;
  return (
    <div className="space-y-4">
      {options.length === 0 || id === undefined ? (
        <p className="text-muted">{none}</p>
      ) : (
        <SelectField label={label} value={id} onChange={setChosen}>
          <Options of={options} option={(each) => [each.id, each.name]} />
        </SelectField>
      )}
      <div className="flex justify-end gap-2">
        {children}
        {id !== undefined && (
          <Button variant="primary" busy={busy} onClick={() => onAdd(id)}>
            Add monitors
          </Button>
        )}
      </div>
    </div>
  );
}
