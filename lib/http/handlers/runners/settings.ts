import * as contract from "@/lib/contract/runners/runners";
import { handlers } from "@/lib/http/router/handler";
import * as runners from "@/lib/services/runners/settings";

export const runnerSettingsHandlers = handlers({
  [contract.listRunners.id]: ({ caller, page }) => runners.listRunners(caller, page),
  [contract.createRunner.id]: ({ caller, body }) => runners.createRunner(caller, body),
  [contract.updateRunner.id]: ({ caller, params, body }) =>
    runners.updateRunner(caller, params.runnerId, body),
  [contract.revokeRunner.id]: ({ caller, params }) => runners.revokeRunner(caller, params.runnerId),
});
