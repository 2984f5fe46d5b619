"use client";
import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@/components/ui/use-hydrated";
import { query } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Runner } from "@/lib/contract/runners/runners";

/**
 * Returns the runners; undefined until they are read and the page has hydrated. The shell reads them too, and a page that is streamed
 * hydrates later than the shell, so the runners can be there before the page matches the server's HTML.
 */
export function useRunners(): readonly Runner[] | undefined {
  const { data } = useQuery(query(routes.listRunners, settingsReads.runners));
  return useHydrated() ? data?.data : undefined;
}
