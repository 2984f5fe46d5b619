import * as contract from "@/lib/contract/runners";
import * as runners from "@/lib/services/runner-settings";
import { handlers } from "../handler";

export const runnerSettingsHandlers = handlers({
  [contract.listRunners.id]: ({ caller, page }) => runners.listRunners(caller, page),
  [contract.createRunner.id]: ({ caller, body }) => runners.createRunner(caller, body),
  [contract.revokeRunner.id]: ({ caller, params }) => runners.revokeRunner(caller, params.runnerId),
});
