"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, Pause, Play, RefreshCw, Siren } from "lucide-react";
import { useDeferredValue } from "react";
import { useSave } from "@/components/forms/use-save";
import { useAcknowledge } from "@/components/incidents/use-acknowledge";
import { usePause } from "@/components/monitors/use-pause";
import type { Action } from "@/components/page/actions";
import { useProtocols } from "@/components/page/protocols";
import { query } from "@/lib/client/query";
import { paletteReads } from "@/lib/client/reads/palette-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { checkedWords } from "@/lib/presenters/checks/check-run";
import { targetOf } from "@/lib/presenters/monitors/protocols";

/** The number of matches of each kind that the palette can act on. */
const ACTED_ON = 3;

type Kind = "Monitors" | "Incidents" | "Maintenance" | "Status pages";

/** A record that the palette found on the server. */
export interface Found {
  kind: Kind;
  id: number;
  href: string;
  label: string;
  /** Other text that the search covers. */
  detail: string;
  state: Monitor["status"] | Incident["status"] | null;
}

/**
 * Finds records of every kind on the server by part of their names, and what can be done with the first ones. While it searches,
 * returns what it found before without actions; `search` is the text that everything was found by, if it is the same for all.
 */
export function usePaletteRecords(text: string): {
  search: string | null;
  found: Found[];
  actions: Action[];
} {
  const typed = text.trim();
  const search = useDeferredValue(typed);
  const reads = paletteReads(search);
  const keep = { placeholderData: keepPreviousData };
  const protocols = useProtocols();
  const monitors = useQuery({ ...query(routes.listMonitors, reads.monitors), ...keep });
  const incidents = useQuery({ ...query(routes.listIncidents, reads.incidents), ...keep });
  const windows = useQuery({ ...query(routes.listMaintenanceWindows, reads.windows), ...keep });
  const pages = useQuery({ ...query(routes.listStatusPages, reads.pages), ...keep });
  const reading = [monitors, incidents, windows, pages];
  const isOld = search !== typed || reading.some(({ isPlaceholderData }) => isPlaceholderData);
  const found: Found[] = [
    ...listOf(monitors).map((each) =>
      foundAt("Monitors", "monitors", each, each.name, targetOf(protocols, each), each.status),
    ),
    ...listOf(incidents).map((each) =>
      foundAt("Incidents", "incidents", each, each.title, `${each.slug} ${each.public_title}`, each.status),
    ),
    ...listOf(windows).map((each) => foundAt("Maintenance", "maintenance", each, each.title, "", null)),
    ...listOf(pages).map((each) => foundAt("Status pages", "status-pages", each, each.name, each.url, null)),
  ];
  const acts = useRecordActions();
  // What was found for other text must not be changed by the Enter meant for this one.
  const actions = search === "" || isOld ? [] : acts(listOf(monitors), listOf(incidents));
  return { search: isOld ? null : search, found, actions };
}

function listOf<Each>({ data }: { data: { data: Each[] } | undefined }): Each[] {
  return data?.data ?? [];
}

function foundAt(
  kind: Kind,
  folder: string,
  { id }: { id: number },
  label: string,
  detail: string,
  state: Found["state"],
): Found {
  return { kind, id, href: `/${folder}/${id}`, label, detail, state };
}

function useRecordActions() {
  const turn = usePause();
  const acknowledge = useAcknowledge();
  const check = useSave(routes.checkMonitor, { done: (answer) => checkedWords(answer.regions) });
  const group = "General";
  return (monitors: readonly Monitor[], incidents: readonly Incident[]): Action[] => [
    ...monitors.slice(0, ACTED_ON).flatMap((monitor): Action[] => [
      {
        group,
        label: `${monitor.paused ? "Resume" : "Pause"} ${monitor.name}`,
        icon: monitor.paused ? Play : Pause,
        run: () => turn(monitor),
      },
      {
        group,
        label: `Check ${monitor.name} now`,
        icon: RefreshCw,
        run: () => check.mutate({ params: { monitorId: monitor.id } }),
      },
    ]),
    ...incidents
      .filter(({ status }) => status !== "recovered")
      .slice(0, ACTED_ON)
      .flatMap(({ id, title, acknowledged_by: by }): Action[] => [
        ...(by
          ? []
          : [{ group, label: `Acknowledge ${title}`, icon: Eye, run: () => acknowledge(id) } as const]),
        { group, label: `Post update to ${title}`, icon: Siren, href: `/incidents/${id}#update` },
      ]),
  ];
}
