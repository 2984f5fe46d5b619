import {
  getRunnerConfig,
  postRunnerProbe,
  postRunnerResults,
  takeRunnerProbes,
} from "@/lib/contract/runners/endpoints";
import { handlers } from "@/lib/http/router/handler";
import { postResults } from "@/lib/services/runners/authenticate";
import { runnerConfig } from "@/lib/services/runners/config";
import { reportProbe, takeRunnerProbes as takeProbes } from "@/lib/services/runners/probes";

export const runnerHandlers = handlers({
  [getRunnerConfig.id]: ({ caller, query, request }) => runnerConfig(caller, query, request.signal),
  [postRunnerResults.id]: ({ caller, body }) => postResults(caller, body),
  [takeRunnerProbes.id]: ({ caller, query, request }) => takeProbes(caller, query.wait, request.signal),
  [postRunnerProbe.id]: ({ caller, params, body }) => reportProbe(caller, params.probeId, body),
});
