"use client";
import { KeyRound } from "lucide-react";
import { Time, useNow } from "@/components/ui/time/time";

/** Says in one line that two signing secrets are active; renders nothing after the old one expires. */
export function SecretState({ until }: { until: string | null }) {
  const now = useNow();
  if (until === null || (now && Date.parse(until) <= now.getTime())) return null;
  return (
    <p className="mt-0.5 flex items-start gap-1.5 text-[13px] text-calm [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      <KeyRound aria-hidden="true" />
      <span>
        Two secrets are active. The old one stays valid until <Time at={until} as="date" />.
      </span>
    </p>
  );
}
