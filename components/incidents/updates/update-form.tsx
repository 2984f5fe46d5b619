"use client";
import type { ReactNode } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { SelectField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { MomentField } from "@/components/forms/moment-field";
import { ownZone } from "@/components/forms/own-zone";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { PublicTitleField } from "@/components/incidents/incident-fields";
import { resolveText, useDownMonitors } from "@/components/incidents/use-down-monitors";
import { usePublicTitle } from "@/components/incidents/use-public-title";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/input";
import { Later } from "@/components/ui/later";
import { lazyPart } from "@/components/ui/lazy-part";
import { Disclosure } from "@/components/ui/overlays/disclosure";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { isoOf } from "@/lib/presenters/core/moment-input";
import { NEXT_UPDATE_OPTIONS, nextUpdateAt } from "@/lib/presenters/incidents/next-update";
import { EMPTY_DRAFT, type FilledFields, shownFields } from "@/lib/presenters/incidents/template-draft";
import { nextState } from "@/lib/presenters/incidents/update-templates";
import { now } from "@/lib/shared/clock";
import { PUBLISHED_HELP, UpdateFields } from "./update-fields";

/** Few updates begin with a template. */
const TemplatePicker = lazyPart(
  async () => (await import("@/components/incidents/templates/template-picker")).TemplatePicker,
);

/** Fields that stay folded until they are needed or rejected. */
const OPTION_FIELDS = ["public_title", "next_update_at", "published_at"];

/** Returns whether a template may give the incident its public title: no update shows one yet. */
function isTitleOpen({ type, state, public_title: given }: Incident): boolean {
  return type === "monitor" && state === "unknown" && given === null;
}

/** Keeps the update that is being written. */
export const useUpdateDraft = ({ id }: Incident) =>
  useDraft(`update-new-${id}`, { texts: EMPTY_DRAFT, publishAt: "", next: "" });

/** Posts a public update now or schedules it for up to 10 minutes ahead. */
export function UpdateForm({ incident, onDone }: { incident: Incident; onDone?: () => void }) {
  const kept = useUpdateDraft(incident);
  const { texts: draft, publishAt, next } = kept.value;
  const down = useDownMonitors(incident);
  const { title: shownTitle = "", names } = usePublicTitle(incident);
  const empty = { title: shownTitle, update_state: nextState(incident.state), update_content: "" };
  const shown = shownFields(draft, names, empty as FilledFields);
  const { update_state: state, update_content: content } = shown;
  const title = isTitleOpen(incident) ? shown.title : (draft.typed.title ?? shownTitle);
  const publish = useSave(routes.createIncidentUpdate, {
    fields: true,
    done: (update) =>
      Date.parse(update.published_at) > now().getTime() ? "Update scheduled" : "Update posted",
    onDone: () => {
      kept.clear();
      onDone?.();
    },
  });
  const type = (change: Partial<FilledFields>) =>
    kept.change({ texts: { ...draft, typed: { ...draft.typed, ...change } } });
  const submit = () => {
    const published_at = isoOf(publishAt, ownZone());
    const retitled = title.trim() !== shownTitle && { public_title: title.trim() || null };
    const promised = state !== "resolved" && {
      next_update_at: nextUpdateAt(next, published_at ? new Date(published_at) : now()),
    };
    const body = { state, content, ...(published_at && { published_at }), ...retitled, ...promised };
    publish.mutate({ params: { incidentId: incident.id }, body });
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <UpdateFields state={state} content={content} errors={publish.errors} onChange={type} />
      <DraftNote draft={kept} />
      <Post busy={publish.isPending}>
        {state === "resolved" && incident.status !== "recovered" && (
          <>
            Also resolves the incident.
            {down !== 0 && ` ${resolveText(down)}`}
          </>
        )}
      </Post>
      <Disclosure
        title="Options"
        note={next || publishAt ? "Changed" : "Template, public title, next update, time"}
        open={OPTION_FIELDS.some((field) => field in publish.errors)}
      >
        <Later>
          <TemplatePicker
            draft={draft}
            names={names}
            fields={
              isTitleOpen(incident)
                ? ["title", "update_state", "update_content"]
                : ["update_state", "update_content"]
            }
            onChange={(texts) => kept.change({ texts })}
          />
        </Later>
        {incident.type === "monitor" && (
          <PublicTitleField
            value={title}
            error={publish.errors.public_title}
            onChange={(value) => type({ title: value })}
          />
        )}
        {state !== "resolved" && (
          <SelectField
            label="Next update"
            optional
            help="Shown on status pages. If no update is posted by then, they say it's overdue."
            error={publish.errors.next_update_at}
            value={next}
            onChange={(next) => kept.change({ next })}
          >
            <option value="">Don't announce</option>
            <Options of={NEXT_UPDATE_OPTIONS} option={({ value, label }) => [value, label]} />
          </SelectField>
        )}
        <MomentField
          label="Publish at"
          value={publishAt}
          help={PUBLISHED_HELP}
          error={publish.errors.published_at}
          onChange={(moment) => kept.change({ publishAt: moment })}
        />
      </Disclosure>
    </Form>
  );
}

function Post({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" busy={busy} className="max-sm:h-12! max-sm:w-full">
        Post update
      </Button>
      <span className="text-[13px] text-muted empty:hidden">{children}</span>
    </div>
  );
}
