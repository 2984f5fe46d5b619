import type { Page } from "@playwright/test";

/**
 * Not errors of a page. Playwright's trace adds a script to every frame, also to the preview of a page, which must not run any. Chromium
 * drops connections when the machine gets a network interface, for example of a container.
 */
const FROM_OUTSIDE = /^Blocked script execution in 'about:srcdoc'|net::ERR_NETWORK_CHANGED/;

/** Collects the errors that pages log, including hydration errors. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  const add = (text: string) => errors.push(`${new URL(page.url()).pathname}: ${text}`);
  page.on("console", (message) => {
    if (message.type() === "error" && !FROM_OUTSIDE.test(message.text())) add(message.text());
  });
  page.on("pageerror", (error) => add(error.message));
  return errors;
}
