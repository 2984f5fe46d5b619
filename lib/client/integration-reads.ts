import { APP_KEYS } from "@/lib/presenters/alerting/integration-apps";

/** One read per app, the same on the server and in the browser. */
export const integrationReads = APP_KEYS.map((app) => ({ params: { app }, query: { per_page: 100 } }));
