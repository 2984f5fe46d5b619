import type { AccountsTables } from "./accounts";
import type { AlertingTables } from "./alerting";
import type { IncidentsTables } from "./incidents";
import type { MaintenanceTables } from "./maintenance";
import type { MonitorExtrasTables } from "./monitor-extras";
import type { MonitorsTables } from "./monitors";
import type { PushTables } from "./push";
import type { RunnersTables } from "./runners";
import type { StatusPagesTables } from "./status-pages";

/** Every table, by module. */
export interface Database
  extends AccountsTables,
    MonitorsTables,
    IncidentsTables,
    MonitorExtrasTables,
    MaintenanceTables,
    AlertingTables,
    PushTables,
    StatusPagesTables,
    RunnersTables {}
