"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useEffect, useState } from "react";
import { useNow } from "@/components/ui/time/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import { reconnect } from "@/lib/client/live/live";
import { useProjectGone } from "@/lib/client/project-gone";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/reads/readiness-read";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { type ShownTroubles, shownTroubles } from "@/lib/presenters/runners/shown-troubles";
import type { Trouble } from "@/lib/presenters/runners/words";
import { TroubleBar } from "./trouble-bar";

const POLL_MS = 15_000;
const FLOATING =
  "fixed inset-x-4 top-3 z-40 mx-auto max-w-xl rounded-xl border border-down/30 bg-down-soft px-4 py-3 shadow-(--shadow)";
const NONE: ShownTroubles = { shown: [], more: 0 };

// Most of the time there is no trouble, so its words stay out of every page's initial script.
const loadWords = () => import("@/lib/presenters/runners/words");

/** Returns the problems that the browser knows of; undefined until it has read all of their sources, and the words if they are needed. */
function useTroubles(needsWords: boolean): readonly Trouble[] | undefined {
  const { data: readiness } = useQuery(readinessRead);
  const { data, isPending } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: POLL_MS,
  });
  const runners = data?.data ?? [];
  const mayHaveTrouble =
    Object.values(readiness?.checks ?? {}).some(({ ok }) => !ok) ||
    runners.some(
      ({ state, report, quarantined }) =>
        state === "silent" || report?.self_check_failures.length || quarantined.length > 0,
    );
  const { data: words } = useQuery({
    queryKey: ["troubleWords"],
    queryFn: loadWords,
    enabled: needsWords || mayHaveTrouble,
    staleTime: "static",
    retry: true,
  });
  const now = useNow();
  if (!now || !readiness || isPending) return undefined;
  return mayHaveTrouble ? words?.troubles(readiness, runners, now) : [];
}

/**
 * Shows a bar on every page while the server or a runner has a problem. What is dismissed stays so until the page reloads. `initial` is
 * what the server knew, so that the bar doesn't push the page down later.
 */
export function TroubleBanner({ initial = NONE }: { initial?: ShownTroubles }) {
  const known = useTroubles(initial.shown.length > 0);
  const isUnreachable = useUnreachable();
  const isGone = useProjectGone();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const found = (known ?? initial.shown).filter(({ id }) => id === null || !dismissed.includes(id));
  const { shown, more } = shownTroubles(found);
  const ids = found.flatMap(({ id }) => id ?? []);
  const dismiss = () => setDismissed([...dismissed, ...ids]);
  return (
    <div role="status">
      {isGone && (
        <div className={FLOATING}>
          <span className="font-medium">This project was deleted, or you lost access to it.</span> What you
          see is out of date. {/* A full load, because everything in memory belongs to the project. */}
          <a href="/" className="underline underline-offset-2">
            Open another project
          </a>
        </div>
      )}
      {isUnreachable && !isGone ? (
        <div className={FLOATING}>
          <span className="font-medium">Vedette can't be reached. Retrying…</span> This page keeps what you
          type.
        </div>
      ) : (
        <TroubleBar
          troubles={{ shown, more: more + (known ? 0 : initial.more) }}
          onDismiss={ids.length > 0 ? dismiss : undefined}
        />
      )}
    </div>
  );
}

/** Returns whether the server can't be reached. Reads everything on screen again once it can. */
function useUnreachable(): boolean {
  const cache = useQueryClient();
  const { isError, fetchStatus } = useQuery(readinessRead);
  const isOffline = useOffline();
  const isUnreachable = isOffline || isError || fetchStatus === "paused";
  useEffect(() => {
    if (!isUnreachable) return;
    return () => {
      reconnect();
      void cache.invalidateQueries();
    };
  }, [isUnreachable, cache]);
  return useHydrated() && isUnreachable;
}
