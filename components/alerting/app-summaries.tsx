"use client";
import { createContext, useContext } from "react";
import type { AppId } from "@/lib/contract/apps/registry";
import type { AppSummary } from "@/lib/presenters/alerting/app-form";
import { present } from "@/lib/shared/assert";

/** Provides the summaries of all apps to the components below it. */
export const AppSummaries = createContext<readonly AppSummary[]>([]);

export function useAppSummary(id: AppId): AppSummary {
  const apps = useContext(AppSummaries);
  return present(
    apps.find((one) => one.id === id),
    "the app",
  );
}
