import { isActive } from "./nav-items";

/** The guide of each page of the dashboard and of those below it, the more specific first. */
export const GUIDE_OF_PAGE: Readonly<Record<string, string>> = {
  "/monitors/certificates": "/docs/protocols",
  "/monitors": "/docs/first-monitor",
  "/incidents": "/docs/how-vedette-decides",
  "/maintenance": "/docs/first-status-page",
  "/status-pages": "/docs/first-status-page",
  "/integrations": "/docs/integrations",
  "/reports": "/docs/how-vedette-decides",
  "/settings/regions": "/docs/remote-runner",
  "/settings/health": "/docs/runbook",
  "/settings/import": "/docs/move-from-another-product",
  "/settings": "/docs",
  "/": "/docs/first-monitor",
};

/** Returns the address of the guide that is about a page of the dashboard. */
export function guideOf(pathname: string): string {
  const page = Object.keys(GUIDE_OF_PAGE).find((each) => isActive(each, pathname));
  return GUIDE_OF_PAGE[page ?? ""] ?? "/docs";
}
