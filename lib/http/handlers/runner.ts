import {
  getRunnerConfig,
  postRunnerProbe,
  postRunnerResults,
  takeRunnerProbes,
} from "@/lib/contract/runner-endpoints";
import { postResults } from "@/lib/services/runner";
import { runnerConfig } from "@/lib/services/runner-config";
import { reportProbe, takeRunnerProbes as takeProbes } from "@/lib/services/runner-probes";
import { handlers } from "../handler";

export const runnerHandlers = handlers({
  [getRunnerConfig.id]: ({ caller, query, request }) => runnerConfig(caller, query, request.signal),
  [postRunnerResults.id]: ({ caller, body }) => postResults(caller, body),
  [takeRunnerProbes.id]: ({ caller, query, request }) => takeProbes(caller, query.wait, request.signal),
  [postRunnerProbe.id]: ({ caller, params, body }) => reportProbe(caller, params.probeId, body),
});
