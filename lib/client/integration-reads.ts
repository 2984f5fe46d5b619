import type { AppForm } from "@/lib/presenters/alerting/app-form";

/** Returns one read per app, the same on the server and in the browser. */
export function integrationReads(apps: readonly AppForm[]) {
  return apps.map(({ id }) => ({ params: { app: id }, query: { per_page: 100 } }));
}
