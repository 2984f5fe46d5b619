"use client";
import { createContext, useContext } from "react";
import type { AppId } from "@/lib/contract/apps/registry";
import type { AppForm } from "@/lib/presenters/alerting/app-form";

/** Provides the forms of all apps to the components below it. */
export const AppForms = createContext<readonly AppForm[]>([]);

/** Returns the form of an app, or of the first one. */
export function useAppForm(id: AppId | undefined): AppForm {
  const forms = useContext(AppForms);
  const form = forms.find((one) => one.id === id) ?? forms[0];
  if (!form) throw new Error("Forms of apps exist only within AppForms.");
  return form;
}
