import { benches as api } from "./api";
import type { Bench } from "./bench";
import { benches as checker } from "./checker/benches";
import { benches as createMonitors } from "./create-monitors";
import { benches as frontDoor } from "./front-door";
import { benches as ingest } from "./ingest";
import { benches as ingestMillion } from "./ingest-million";
import { benches as openDashboards } from "./open-dashboards";
import { benches as outageAlert } from "./outage-alert";
import { benches as pages } from "./pages";
import { benches as pings } from "./pings";
import { benches as reads } from "./reads";
import { benches as reports } from "./reports";
import { benches as sizes } from "./sizes";
import { benches as takeover } from "./takeover/bench";
import { benches as webhooks } from "./webhooks";

/** Measurements that `--quick` runs unless `--only` chooses: each area, in less than three minutes. */
export const QUICK: ReadonlySet<string> = new Set([
  ...["http-cpu", "ingest", "public-page", "not-modified", "page-bytes", "page-render"],
  ...["api-call", "monitor-lists", "webhooks", "single-alert"],
]);

/** Every measurement, in the order of the table. */
export const benches: readonly Bench[] = [
  ...checker,
  ...ingest,
  ...ingestMillion,
  ...createMonitors,
  ...pages,
  ...api,
  ...reads,
  ...openDashboards,
  ...frontDoor,
  ...pings,
  ...webhooks,
  ...outageAlert,
  ...takeover,
  ...reports,
  ...sizes,
];
