"use client";
import { useQuery } from "@tanstack/react-query";
import { queryAll } from "@/lib/client/query";
import { pageReads } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import { type ShownPage, shownPages } from "@/lib/presenters/status-pages/shown-pages";

/** Returns the project's status pages with the monitors that each shows; null until they are loaded. */
export function useShownPages(): ShownPage[] | null {
  const { data } = useQuery(queryAll(routes.listStatusPages, pageReads.all));
  return data ? shownPages(data.data) : null;
}
