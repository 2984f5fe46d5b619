"use client";
import { X } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { More } from "@/components/page/more";
import { useViewer } from "@/components/page/viewer-context";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useAway } from "@/lib/client/away";
import { routes } from "@/lib/client/routes";
import type { Away } from "@/lib/contract/reports/away";
import { awayWords } from "@/lib/presenters/reports/away";

/** Says in one line what happened while the person was away, until they dismiss it. `initial` is what the server read. */
export function AwayNote({ initial = null }: { initial?: Away | null }) {
  const viewer = useViewer();
  const read = useAway(viewer?.project != null);
  const dismiss = useSave(routes.dismissAway, {
    preview: () => ({ getAway: (shown) => ({ ...(shown as object), since: null }) }),
  });
  // The shell may have read it again when this part of the page hydrates, whose HTML has what the server read.
  const isHydrated = useHydrated();
  const away = (isHydrated && read) || initial;
  const words = away && awayWords(away);
  if (!words || !away.since) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-line bg-sunken py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">While you were away</span> since <Time at={away.since} as="date" />:{" "}
        {words}.
      </p>
      <More href="/incidents">View incidents</More>
      {away.changes > 0 && <More href="/settings/audit-log">View changes</More>}
      <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={() => dismiss.mutate({})}>
        <X />
      </Button>
    </div>
  );
}
