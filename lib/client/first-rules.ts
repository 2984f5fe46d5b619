import type { Integration } from "@/lib/contract/alerting/integrations";
import { suggestedRules } from "@/lib/presenters/alerting/alert-rule-sentence";
import type { IntegrationApp } from "@/lib/presenters/alerting/integration-apps";
import { ruleSettings } from "@/lib/presenters/alerting/integration-words";
import { request } from "./request";
import { routes } from "./routes";

/** Creates the suggested alert rules: notify when an incident opens and when it recovers. */
export async function makeFirstRules({ id, app }: Pick<Integration, "id" | "app">): Promise<void> {
  for (const body of suggestedRules(id, (event) => ruleSettings(app as IntegrationApp, event))) {
    await request(routes.createAlertRule, { body });
  }
}
