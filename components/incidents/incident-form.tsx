"use client";
import { useRouter } from "next/navigation";
import { DraftNote } from "@/components/forms/draft-note";
import { Form } from "@/components/forms/form";
import { MomentField } from "@/components/forms/moment-field";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { ownZone } from "@/components/forms/own-zone";
import { useDraft } from "@/components/forms/use-draft";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { TemplatePicker } from "@/components/incidents/templates/template-picker";
import { PUBLISHED_HELP, UpdateFields } from "@/components/incidents/updates/update-fields";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Disclosure } from "@/components/ui/overlays/disclosure";
import { isoOf } from "@/lib/presenters/core/moment-input";
import {
  EMPTY_DRAFT,
  type FilledFields,
  shownFields,
  tagsOf,
} from "@/lib/presenters/incidents/template-draft";
import { ImpactField, NoteFields, TitleField } from "./incident-fields";
import { IncidentPreview } from "./incident-preview";
import { SpanFields } from "./span-fields";
import { useOpening } from "./use-opening";

const EMPTY: FilledFields = {
  title: "",
  description: "",
  impact: "partial_outage",
  tags: "",
  update_state: "investigating",
  update_content: "",
};
const FIELDS = ["title", "description", "impact", "tags", "update_state", "update_content"] as const;
const NEW = {
  texts: EMPTY_DRAFT,
  dates: { incidentAt: "", recoveryAt: "", publishedAt: "" },
  monitors: [] as number[],
};
const NAMED = 4;
/** The fields under "More options", which opens when one of them has an error. */
const MORE_FIELDS = ["published_at", "incident_at", "recovery_at", "description", "tags", "tags.0"];

/** Creates a manual incident, current or past, with its first public update. */
export function IncidentForm() {
  const router = useRouter();
  const kept = useDraft("incident-new", NEW);
  const { texts: draft, dates, monitors: chosen } = kept.value;
  const names = Object.values(useMonitorNames(chosen.slice(0, NAMED)));
  const shown = shownFields(draft, names, EMPTY);
  const type = (change: Partial<FilledFields>) =>
    kept.change({ texts: { ...draft, typed: { ...draft.typed, ...change } } });
  const opening = useOpening((incident) => {
    kept.clear();
    router.push(`/incidents/${incident.id}`);
  });
  const { errors, opened } = opening;
  const submit = () => {
    const zone = ownZone();
    const { title, impact, description, update_state: state, update_content: content } = shown;
    opening.send(
      {
        title,
        impact,
        description: description || null,
        tags: tagsOf(shown.tags),
        monitors: chosen,
        incident_at: isoOf(dates.incidentAt, zone),
        recovery_at: isoOf(dates.recoveryAt, zone),
      },
      content.trim() === "" ? null : { state, content, published_at: isoOf(dates.publishedAt, zone) },
    );
  };
  return (
    <Form
      onSubmit={submit}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,640px)_minmax(280px,1fr)]"
    >
      <div className="space-y-4">
        {!opened && (
          <Card>
            <div className="space-y-4">
              <TemplatePicker
                draft={draft}
                names={names}
                fields={FIELDS}
                onChange={(texts) => kept.change({ texts })}
              />
              <TitleField shown={shown} errors={errors} onChange={type} />
              <ImpactField
                value={shown.impact}
                error={errors.impact}
                onChange={(impact) => impact && type({ impact })}
              />
              <MonitorPicker
                label="Affected monitors"
                help="Leave empty if no monitor is affected."
                chosen={chosen}
                error={errors.monitors ?? errors["monitors.0"]}
                onChange={(monitors) => kept.change({ monitors })}
              />
            </div>
          </Card>
        )}
        {opened && (
          <Notice tone="warn" alert>
            {opened.slug} is open, but its first update wasn't posted. Fix the update or{" "}
            <a className="text-accent underline underline-offset-2" href={`/incidents/${opened.id}`}>
              continue without it
            </a>
            .
          </Notice>
        )}
        <Card title="First public update" aside={<span className="text-[13px] text-muted">optional</span>}>
          <div className="space-y-3">
            <UpdateFields
              state={shown.update_state}
              content={shown.update_content}
              errors={errors}
              onChange={type}
              withPreview={false}
            />
          </div>
        </Card>
        <MoreOptions
          dates={dates}
          shown={shown}
          errors={errors}
          isOpened={opened !== null}
          onDates={(change) => kept.change({ dates: { ...dates, ...change } })}
          onTexts={type}
        />
        <DraftNote draft={kept} />
      </div>
      <div className="space-y-4 lg:sticky lg:top-6">
        <IncidentPreview
          className={shown.title || shown.update_content ? "" : "max-lg:hidden"}
          shown={shown}
          names={names}
          startedAt={isoOf(dates.incidentAt, ownZone())}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={opening.busy}>
            {opened ? "Post update" : dates.recoveryAt ? "Record incident" : "Create incident"}
          </Button>
          <ButtonLink href="/incidents" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  );
}

/** Renders rarely used fields; once the incident is open, only those of its update. */
function MoreOptions({
  dates,
  shown,
  errors,
  isOpened,
  onDates,
  onTexts,
}: {
  dates: typeof NEW.dates;
  shown: FilledFields;
  errors: Record<string, string>;
  isOpened: boolean;
  onDates: (change: Partial<typeof NEW.dates>) => void;
  onTexts: (change: Partial<FilledFields>) => void;
}) {
  const values = [...Object.values(dates), shown.description, shown.tags];
  return (
    <Disclosure
      title="More options"
      open={values.some((text) => text !== "") || MORE_FIELDS.some((field) => errors[field])}
    >
      <MomentField
        label="Publish at"
        value={dates.publishedAt}
        help={PUBLISHED_HELP}
        error={errors.published_at}
        onChange={(publishedAt) => onDates({ publishedAt })}
      />
      {!isOpened && (
        <>
          <SpanFields
            {...dates}
            errors={errors}
            startOptional
            endHelp="Leave empty if the incident is ongoing. With an end time, no alerts are sent."
            onChange={onDates}
          />
          <NoteFields shown={shown} errors={errors} onChange={onTexts} />
        </>
      )}
    </Disclosure>
  );
}
