import type { AppId } from "@/lib/contract/apps/registry";
import type { AppForm } from "@/lib/presenters/alerting/app-form";
import { present } from "@/lib/shared/assert";

/** The forms of all apps, which the build inserts. Only what opens later reads them, so no page loads them at first. */
export const APP_FORMS = JSON.parse(process.env.APP_FORMS ?? "[]") as readonly AppForm[];

/** Returns the form of an app, or of the first one. */
export function appForm(id: AppId | undefined): AppForm {
  return present(APP_FORMS.find((one) => one.id === id) ?? APP_FORMS[0], "the form of an app");
}
