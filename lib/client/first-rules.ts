import type { Integration } from "@/lib/contract/alerting/integrations";
import { suggestedRules } from "@/lib/presenters/alerting/alert-rule-sentence";
import type { IntegrationApp } from "@/lib/presenters/alerting/integration-apps";
import { ruleSettings } from "@/lib/presenters/alerting/integration-words";
import { request } from "./request";
import { routes } from "./routes";

/** Makes the rules that everyone wants first: told when it breaks and when it is over. */
export async function makeFirstRules({ id, app }: Pick<Integration, "id" | "app">): Promise<void> {
  for (const body of suggestedRules(id, (event) => ruleSettings(app as IntegrationApp, event))) {
    await request(routes.createAlertRule, { body });
  }
}
