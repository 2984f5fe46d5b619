import type { EventKey } from "@/lib/contract/alerting/events";
import { suggestedRules } from "@/lib/presenters/alerting/alert-rule-sentence";
import { request } from "./request";
import { routes } from "./routes";

/** Creates the suggested alert rules: notify when an incident opens and when it recovers. */
export async function makeFirstRules(
  integrationId: number,
  messageSettings: (event: EventKey) => Readonly<Record<string, unknown>> | null,
): Promise<void> {
  for (const body of suggestedRules(integrationId, messageSettings)) {
    await request(routes.createAlertRule, { body });
  }
}
