"use client";
import { useQueries } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented, Textarea } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents";
import { STATE_LOOKS } from "@/lib/views/states";
import { nextState, updateTemplate } from "@/lib/views/update-templates";

const Markdown = dynamic(() => import("./markdown"));
const STATES = (["investigating", "identified", "monitoring", "resolved"] as const).map((value) => ({
  value,
  label: STATE_LOOKS[value].word,
}));

/** Writes a public update; the preview is what the page will show. */
export function UpdateForm({ incident }: { incident: Incident }) {
  const [state, setState] = useState(nextState(incident.state));
  const [content, setContent] = useState("");
  const names = useQueries({
    queries: incident.monitors
      .slice(0, 4)
      .map((monitorId) => query(routes.getMonitor, { params: { monitorId } })),
    combine: (results) => results.flatMap((result) => result.data?.name ?? []),
  });
  const publish = useSave(routes.createIncidentUpdate, {
    fields: true,
    done: "Published on every status page that shows it",
    onDone: () => setContent(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate({ params: { incidentId: incident.id }, body: { state, content } });
  };
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      <div className="-mx-1 overflow-x-auto px-1">
        <Segmented name="state" label="State" value={state} options={STATES} onChange={setState} />
      </div>
      <Field label="Message" hideLabel error={publish.errors.content}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={content}
            placeholder="What do your users need to know? Markdown works."
            onChange={(event) => setContent(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && submit(event)}
          />
        )}
      </Field>
      {content !== "" && (
        <section aria-label="Preview" className="rounded-lg bg-sunken px-3 py-2">
          <Markdown text={content} />
        </section>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={publish.isPending}>
          Publish update
        </Button>
        {content === "" && (
          <Button look="quiet" onClick={() => setContent(updateTemplate(state, names))}>
            Start from a template
          </Button>
        )}
        {state === "resolved" && incident.status !== "recovered" && (
          <span className="text-[13px] text-muted">Also recovers the incident.</span>
        )}
      </div>
    </form>
  );
}
