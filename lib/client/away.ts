"use client";
import { useQuery } from "@tanstack/react-query";
import { query } from "./query";
import { routes } from "./routes";

const VISIT_MS = 5 * 60_000;

/** Returns the events since the person's last visit. Reading it counts as a visit, so it is read again while the dashboard is in view. */
export function useAway(hasProject: boolean) {
  return useQuery({ ...query(routes.getAway), enabled: hasProject, refetchInterval: VISIT_MS }).data;
}
