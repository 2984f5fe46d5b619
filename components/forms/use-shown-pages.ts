"use client";
import { useQuery } from "@tanstack/react-query";
import { pageReads } from "@/lib/client/page-reads";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import type { ShownPage } from "@/lib/presenters/status-pages/shown-pages";

/** Returns the project's status pages with the monitors that each shows; null until they are loaded. */
export function useShownPages(): ShownPage[] | null {
  const { data } = useQuery(queryAll(routes.listStatusPages, pageReads.all));
  if (!data) return null;
  return data.data.map(({ id, name, components }) => ({ id, name, monitors: monitorIds(components) }));
}
