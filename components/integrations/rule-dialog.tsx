"use client";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/integrations";
import type { IntegrationApp } from "@/lib/views/integration-apps";
import {
  EVENT_WORDS,
  type EventKey,
  hasTypeFilter,
  RATE_LIMITS_MINUTES,
  rateWords,
  ruleSettings,
} from "@/lib/views/integration-words";

export function RuleDialog({
  open,
  onClose,
  integrations,
}: {
  open: boolean;
  onClose: () => void;
  integrations: readonly Integration[];
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Add a rule" wide>
      <RuleForm onClose={onClose} integrations={integrations} />
    </Dialog>
  );
}

/** A rule filled in like a sentence: When …, tell …, at most …. */
function RuleForm({ onClose, integrations }: { onClose: () => void; integrations: readonly Integration[] }) {
  const [event, setEvent] = useState<EventKey>("uptime.incident.created");
  const [integrationId, setIntegrationId] = useState(integrations[0]?.id ?? 0);
  const [rate, setRate] = useState(0);
  const [days, setDays] = useState(14);
  const [settings, setSettings] = useState<Record<string, unknown> | null>(null);
  const app = (integrations.find(({ id }) => id === integrationId)?.app ?? "email") as IntegrationApp;
  const own = settings ?? ruleSettings(app, event);
  const create = useSave(routes.createAlertRule, { fields: true, done: "Rule added", onDone: onClose });
  const eventSettings =
    event === "uptime.monitor_certificate.expiring"
      ? { days_before_expiry: days }
      : hasTypeFilter(event)
        ? { type: "all" }
        : null;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    create.mutate({
      body: {
        event,
        integration_id: integrationId,
        rate_limit: rate as 0,
        event_settings: eventSettings,
        integration_settings: own,
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="When" error={create.errors.event}>
        {(control) => (
          <Select
            {...control}
            value={event}
            onChange={(change) => [setEvent(change.target.value as EventKey), setSettings(null)]}
          >
            {Object.entries(EVENT_WORDS).map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {event === "uptime.monitor_certificate.expiring" && (
        <Field label="Days before" error={create.errors["event_settings.days_before_expiry"]}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={60}
              value={days}
              onChange={(change) => setDays(Number(change.target.value))}
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tell" error={create.errors.integration_id}>
          {(control) => (
            <Select
              {...control}
              value={integrationId}
              onChange={(change) => [setIntegrationId(Number(change.target.value)), setSettings(null)]}
            >
              {integrations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="How often" error={create.errors.rate_limit}>
          {(control) => (
            <Select {...control} value={rate} onChange={(change) => setRate(Number(change.target.value))}>
              {RATE_LIMITS_MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {rateWords(minutes)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {typeof own?.schema === "string" && (
        <Field
          label="Body"
          help="JSON; {{ entity.field }} is filled in. A placeholder alone keeps its own type."
          error={create.errors["integration_settings.schema"]}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={10}
              className="font-mono text-[13px]!"
              value={String(own.schema)}
              onChange={(change) => setSettings({ schema: change.target.value })}
            />
          )}
        </Field>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={create.isPending}>
          Add rule
        </Button>
      </div>
    </form>
  );
}
