"use client";
import { useSave } from "@/components/forms/use-save";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
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
    <Field
      label="Impact"
      hideLabel
      help="Sets the color on status pages. With Unknown, the color follows the region states."
    >
      {(control) => (
        <Select
          {...control}
          value={incident.impact}
          disabled={save.isPending}
          onChange={(event) =>
            save.mutate({
              params: { incidentId: incident.id },
              body: { impact: event.target.value as Impact },
            })
          }
        >
          {IMPACT_LIST.map((impact) => (
            <option key={impact} value={impact}>
              {STATE_LOOKS[impact].word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
