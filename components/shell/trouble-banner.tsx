"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Later } from "@/components/ui/later";
import { laterPart } from "@/components/ui/lazy-part";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/readiness-read";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { useUnreachable } from "./use-unreachable";

const POLL_MS = 15_000;

// Most of the time there is no trouble, so its words stay out of every page's initial script.
const TroubleList = laterPart(() => import("@/components/runners/trouble-list"));

/** Shows a bar on every page while the server or a runner has a problem. What is dismissed stays so until the page reloads. */
export function TroubleBanner() {
  const { data: readiness } = useQuery(readinessRead);
  const { data } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: POLL_MS,
  });
  const runners = data?.data ?? [];
  const isUnreachable = useUnreachable();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const mayHaveTrouble =
    Object.values(readiness?.checks ?? {}).some(({ ok }) => !ok) ||
    runners.some(({ state, report, held }) => state === "silent" || report?.doubt || held.length > 0);
  return (
    <div role="status">
      {isUnreachable && (
        <div className="fixed inset-x-4 top-3 z-40 mx-auto max-w-xl rounded-xl border border-down/30 bg-down-soft px-4 py-3 shadow-(--shadow)">
          <span className="font-medium">Vedette can't be reached. Retrying…</span> This page keeps what you
          type.
        </div>
      )}
      {mayHaveTrouble && !isUnreachable && (
        <Later>
          <TroubleList
            readiness={readiness}
            runners={runners}
            dismissed={dismissed}
            onDismiss={(ids) => setDismissed([...dismissed, ...ids])}
          />
        </Later>
      )}
    </div>
  );
}
