import { FormButton } from "@/components/ui/button";
import { Time } from "@/components/ui/time/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { duration } from "@/lib/presenters/core/format";
import { useAcknowledge } from "./use-acknowledge";

/** Acknowledges an incident from a list. */
export function AcknowledgeButton({ incident, className }: { incident: Incident; className?: string }) {
  const acknowledge = useAcknowledge();
  return (
    <FormButton
      path={`/uptime/incidents/${incident.id}/acknowledge`}
      run={() => acknowledge(incident.id)}
      size="sm"
      className={className}
      aria-label={`Acknowledge ${incident.slug}`}
    >
      Acknowledge
    </FormButton>
  );
}

/** Shows how long an incident lasted, or for how long it has been open. */
export function Lasting({ incident: { incident_at: from, recovery_at: to } }: { incident: Incident }) {
  if (to) return duration((Date.parse(to) - Date.parse(from)) / 1000);
  return <Time at={from} as="since" />;
}
