import type { EventKey } from "@/lib/contract/core/events";
import { suggestedRules } from "@/lib/presenters/alerting/alert-rule-sentence";
import { request } from "./request";
import { routes } from "./routes";

/** Creates those of the suggested alert rules that an earlier try didn't: notify when an incident opens and when it recovers. */
export async function makeFirstRules(
  integrationId: number,
  messageSettings: (event: EventKey) => Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const { data: existing } = await request(routes.listAlertRules, {
    query: { integration_id: [String(integrationId)] },
  });
  for (const body of suggestedRules(integrationId, messageSettings)) {
    if (existing.some(({ event }) => event === body.event)) continue;
    await request(routes.createAlertRule, { body });
  }
}
