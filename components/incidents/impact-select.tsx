"use client";
import { SelectField } from "@/components/forms/fields";
import { useSave } from "@/components/forms/use-save";
import { Options } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { Impact } from "@/lib/contract/incidents/states";
import { STATE_LOOKS } from "@/lib/presenters/core/states";

export const IMPACT_LIST: readonly Impact[] = [
  "unknown",
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "maintenance",
];

/** Saves the impact as soon as it is selected; status pages update right away. */
export function ImpactSelect({ incident }: { incident: Incident }) {
  const save = useSave(routes.updateIncident, { done: "Impact updated" });
  return (
    <SelectField
      label="Impact"
      hideLabel
      help="Sets the color on status pages. Unknown uses the monitors' state."
      value={incident.impact}
      disabled={save.isPending}
      onChange={(impact) => save.mutate({ params: { incidentId: incident.id }, body: { impact } })}
    >
      <Options of={IMPACT_LIST} option={(impact) => [impact, STATE_LOOKS[impact].word]} />
    </SelectField>
  );
}
