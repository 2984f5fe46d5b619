"use client";
import { useQuery } from "@tanstack/react-query";
import { useSave } from "@/components/forms/use-save";
import { useViewer } from "@/components/page/viewer-context";
import { Button, FormButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";

/** Shows who works on an incident, takes it over, or assigns it to someone else. Its forms work before scripts. */
export default function AssigneeCard({ incident }: { incident: Incident }) {
  const me = useViewer()?.user.id;
  const { data: people } = useQuery(queryAll(routes.listUsers));
  const assign = useSave(routes.assignIncident, { done: "Incident assigned" });
  const params = { incidentId: incident.id };
  const path = `/uptime/incidents/${incident.id}/assign`;
  const { acknowledged_by: name, assignee_id: assigneeId } = incident;
  const others = people?.data.filter(({ id }) => id !== assigneeId && id !== me) ?? [];
  const mayTakeOver = name !== null && assigneeId !== me;
  if (incident.recovery_at || (others.length === 0 && !mayTakeOver)) return null;
  return (
    <Card
      title="Assignee"
      aside={
        mayTakeOver && (
          <FormButton
            path={path}
            size="sm"
            busy={assign.isPending}
            run={() => assign.mutate({ params, body: {} })}
          >
            Take over
          </FormButton>
        )
      }
    >
      <p className={name ? "mb-3 break-words" : "mb-3 text-muted"}>{name ?? "No one"}</p>
      {others.length > 0 && (
        <form
          method="post"
          action={`/api${path}`}
          encType="multipart/form-data"
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const userId = Number(new FormData(event.currentTarget).get("user_id"));
            if (!assign.isPending) assign.mutate({ params, body: { user_id: userId } });
          }}
        >
          <Select name="user_id" aria-label="Person" className="min-w-0 flex-1">
            <Options of={others} option={({ id, name }) => [id, name]} />
          </Select>
          <Button type="submit" early busy={assign.isPending}>
            Assign
          </Button>
        </form>
      )}
    </Card>
  );
}
