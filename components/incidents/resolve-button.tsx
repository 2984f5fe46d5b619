"use client";
import { CheckCheck } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { ActionButton } from "@/components/page/action-button";
import type { Action } from "@/components/page/actions";
import { Button } from "@/components/ui/button";
import { type ButtonVariant, buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/class-names";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { resolveText } from "./use-down-monitors";

interface Props {
  incident: Incident;
  action: Action;
  /** How many of its monitors are offline; null while that isn't known. */
  down: number | null;
  variant: ButtonVariant;
  className: string;
  busy: boolean;
}

/** Resolves an incident with `action`, which asks first while monitors are offline. Before the page's scripts run, it asks by itself. */
export function ResolveButton({ incident, down, action, ...style }: Props) {
  const isHydrated = useHydrated();
  if (isHydrated || down === 0) return <ActionButton action={action} {...style} />;
  return <EarlyResolve incident={incident} down={down} action={action} {...style} />;
}

function EarlyResolve({ incident, down, action, variant, className }: Props) {
  const panel = useRef<HTMLDetailsElement>(null);
  const takeOver = useRef(action.run);
  useLayoutEffect(() => {
    if (panel.current?.open) takeOver.current?.();
  }, []);
  return (
    <details ref={panel} className="max-sm:flex-1 open:basis-full">
      <summary
        className={buttonClass(
          { variant },
          cn("cursor-pointer list-none [&::-webkit-details-marker]:hidden", className),
        )}
      >
        <CheckCheck /> {action.label}
      </summary>
      <form
        method="post"
        action={`/api/uptime/incidents/${incident.id}/recover`}
        encType="multipart/form-data"
        className="mt-2 max-w-md space-y-2"
      >
        <p>{resolveText(down)}</p>
        <Button type="submit" early variant="primary" className={className}>
          Resolve incident
        </Button>
      </form>
    </details>
  );
}
