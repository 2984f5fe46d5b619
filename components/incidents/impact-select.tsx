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

/** Saved as soon as it is chosen; the public page follows. */
export function ImpactSelect({ incident }: { incident: Incident }) {
  const save = useSave(routes.updateIncident, { done: "Impact changed" });
  return (
    <Field
      label="Impact"
      hideLabel
      help="Decides the colour on status pages. Unknown shows by what the regions see."
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
