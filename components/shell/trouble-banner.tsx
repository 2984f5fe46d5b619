"use client";
import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/ui/time";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/readiness-read";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { troubles } from "@/lib/views/runner-words";

const LOOK_MS = 15_000;

/** A line above every page while the server or a runner can't do its work; nothing otherwise. */
export function TroubleBanner() {
  const now = useNow();
  const { data: readiness } = useQuery(readinessRead);
  const { data: runners } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: LOOK_MS,
  });
  const lines = now ? troubles(readiness, runners?.data ?? [], now) : [];
  return (
    <div role="status">
      {lines.length > 0 && (
        <ul className="mb-5 space-y-1 rounded-xl border border-warn/30 bg-warn-soft px-4 py-3">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
