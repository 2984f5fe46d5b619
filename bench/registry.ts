import { benches as alertKills } from "../storm/alert-kills/bench";
import { benches as takeover } from "../storm/takeover/bench";
import { benches as api } from "./api";
import type { Bench } from "./bench";
import { benches as checker } from "./checker/benches";
import { benches as createMonitors } from "./create-monitors";
import { benches as dashboard } from "./dashboard";
import { benches as firstLoad } from "./first-load";
import { benches as frontDoor } from "./front-door";
import { benches as ingest } from "./ingest";
import { benches as ingestMillion } from "./ingest-million";
import { benches as ingestSharded } from "./ingest-sharded";
import { benches as openDashboards } from "./open-dashboards";
import { benches as pages } from "./pages";
import { benches as reads } from "./reads";
import { benches as reports } from "./reports";
import { benches as sizes } from "./sizes";
import { benches as webhooks } from "./webhooks";

/** What `--quick` measures unless `--only` chooses: each area, in less than three minutes. */
export const QUICK: ReadonlySet<string> = new Set("C1 I1 P1 P2 P3 P4 A1 A2 N1 N5".split(" "));

/** Every measurement, in the order of the table. */
export const benches: readonly Bench[] = [
  ...checker,
  ...ingest,
  ...ingestMillion,
  ...ingestSharded,
  ...createMonitors,
  ...pages,
  ...api,
  ...reads,
  ...dashboard,
  ...firstLoad,
  ...openDashboards,
  ...frontDoor,
  ...webhooks,
  ...alertKills,
  ...takeover,
  ...reports,
  ...sizes,
];
