"use client";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { ownZone } from "@/components/forms/own-zone";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { isoOf, localInput } from "@/lib/presenters/core/moment-input";
import { tagsOf } from "@/lib/presenters/incidents/template-draft";
import { NoteFields, PublicTitleField, TitleField } from "./incident-fields";
import { SpanFields } from "./span-fields";

const inputOf = (iso: string | null) => (iso ? localInput(new Date(iso), ownZone()) : "");

/** Edits an incident. Sends only changed fields, so that an unchanged date keeps its seconds. */
export function IncidentEdit({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const [texts, setTexts] = useState({
    title: incident.title,
    public_title: incident.public_title ?? "",
    description: incident.description ?? "",
    tags: (incident.tags ?? []).join(", "),
  });
  const before = { incidentAt: inputOf(incident.incident_at), recoveryAt: inputOf(incident.recovery_at) };
  const [dates, setDates] = useState(before);
  const [monitors, setMonitors] = useState(incident.monitors);
  const save = useSave(routes.updateIncident, { fields: true, done: "Incident saved", onDone });
  const manual = incident.type === "manual";
  const isPrivate = !manual || incident.public_title !== null;
  const submit = () => {
    const start = dates.incidentAt !== before.incidentAt && isoOf(dates.incidentAt, ownZone());
    const end = dates.recoveryAt !== before.recoveryAt;
    save.mutate({
      params: { incidentId: incident.id },
      body: {
        title: texts.title,
        ...(isPrivate && { public_title: texts.public_title || null }),
        description: texts.description || null,
        tags: tagsOf(texts.tags),
        ...(start && { incident_at: start }),
        ...(end && { recovery_at: isoOf(dates.recoveryAt, ownZone()) }),
        ...(manual && { monitors }),
      },
    });
  };
  return (
    <Form onSubmit={submit}>
      <TitleField
        shown={texts}
        errors={save.errors}
        {...(isPrivate && { help: "Only your team can see it." })}
        onChange={(change) => setTexts({ ...texts, ...change })}
      />
      {isPrivate && (
        <PublicTitleField
          value={texts.public_title}
          error={save.errors.public_title}
          onChange={(public_title) => setTexts({ ...texts, public_title })}
        />
      )}
      <SpanFields
        {...dates}
        errors={save.errors}
        startOptional={false}
        endHelp={
          incident.status !== "recovered"
            ? "Enter a time to resolve the incident."
            : manual
              ? "Clear this time to reopen the incident."
              : "An automatic incident can't be reopened."
        }
        onChange={(change) => setDates({ ...dates, ...change })}
      />
      <NoteFields
        shown={texts}
        errors={save.errors}
        onChange={(change) => setTexts({ ...texts, ...change })}
      />
      {manual && (
        <MonitorPicker
          label="Affected monitors"
          chosen={monitors}
          error={save.errors.monitors ?? save.errors["monitors.0"]}
          onChange={setMonitors}
        />
      )}
      <SubmitRow busy={save.isPending}>Save</SubmitRow>
    </Form>
  );
}
