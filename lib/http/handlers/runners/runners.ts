import { handlers } from "@/lib/http/router/handler";
import { postResults } from "@/lib/services/runners/authenticate";
import { runnerConfig } from "@/lib/services/runners/config";
import { reportProbe, takeRunnerProbes as takeProbes } from "@/lib/services/runners/probes";
import * as runners from "@/lib/services/runners/settings";

export const runnerHandlers = handlers({
  listRunners: ({ caller, page }) => runners.listRunners(caller, page),
  createRunner: ({ caller, body }) => runners.createRunner(caller, body),
  updateRunner: ({ caller, params, body }) => runners.updateRunner(caller, params.runnerId, body),
  revokeRunner: ({ caller, params }) => runners.revokeRunner(caller, params.runnerId),
  getRunnerConfig: ({ caller, query, request }) => runnerConfig(caller, query, request.signal),
  postRunnerResults: ({ caller, body }) => postResults(caller, body),
  takeRunnerProbes: ({ caller, query, request }) => takeProbes(caller, query.wait, request.signal),
  postRunnerProbe: ({ caller, params, body }) => reportProbe(caller, params.probeId, body),
});
