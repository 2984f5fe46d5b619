"use client";
import { useMonitors } from "@/components/forms/use-monitors";
import type { Incident } from "@/lib/contract/incidents/incidents";

/** As many as one request reads. */
const READ_MAX = 100;

/** Returns how many monitors of an open automatic incident are down now. */
export function useDownMonitors({ type, status, monitors: ids }: Incident): number {
  const isOpen = type === "monitor" && status !== "recovered";
  const monitors = useMonitors(isOpen ? ids.slice(0, READ_MAX) : []);
  return monitors.filter(({ status: own }) => own === "offline" || own === "partial").length;
}

/** Returns `51 monitors are still offline.` */
export function downText(down: number): string {
  return down === 1 ? "1 monitor is still offline." : `${down} monitors are still offline.`;
}
