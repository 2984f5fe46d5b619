"use client";
import { useQuery } from "@tanstack/react-query";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { type ShownPage, shownPages } from "@/lib/presenters/status-pages/shown-pages";

/** Returns the project's status pages with the monitors that each shows; null until they are loaded. */
export function useShownPages(): ShownPage[] | null {
  const { data } = useQuery(queryAll(routes.listStatusPages));
  return data ? shownPages(data.data) : null;
}
