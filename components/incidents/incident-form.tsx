"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { useSave } from "@/components/forms/use-save";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Impact } from "@/lib/contract/incident-states";
import { STATE_LOOKS } from "@/lib/views/states";
import { IMPACT_LIST } from "./impact-select";

/** An incident that no monitor noticed. */
export function IncidentForm() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [impact, setImpact] = useState<Impact>("partial_outage");
  const [chosen, setChosen] = useState<number[]>([]);
  const create = useSave(routes.createIncident, {
    fields: true,
    done: (incident) => `${incident.slug} is open`,
    onDone: (incident) => router.push(`/incidents/${incident.id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { title, impact, monitors: chosen, description: description || null } });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-2xl space-y-4">
      <Card>
        <div className="space-y-4">
          <Field label="Title" help="Public once an update is published." error={create.errors.title}>
            {(control) => (
              <Input
                {...control}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
                placeholder="Checkout answers slowly"
              />
            )}
          </Field>
          <Field label="Impact" error={create.errors.impact}>
            {(control) => (
              <Select
                {...control}
                value={impact}
                onChange={(event) => setImpact(event.target.value as Impact)}
              >
                {IMPACT_LIST.map((each) => (
                  <option key={each} value={each}>
                    {STATE_LOOKS[each].word}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Description"
            optional
            help="Private: for your team."
            error={create.errors.description}
          >
            {(control) => (
              <Textarea
                {...control}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            )}
          </Field>
          <MonitorPicker
            label="Affected monitors"
            help="None chosen: it concerns no monitor."
            chosen={chosen}
            error={create.errors.monitors}
            onChange={setChosen}
          />
        </div>
      </Card>
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={create.isPending}>
          Open incident
        </Button>
        <ButtonLink href="/incidents" look="quiet">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
