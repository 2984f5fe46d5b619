import { handlers } from "@/lib/http/router/handler";
import { getMaintenanceWindow, listMaintenanceWindows } from "@/lib/services/maintenance/windows";
import {
  cancelMaintenanceWindow,
  completeMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from "@/lib/services/maintenance/writes";

export const maintenanceWindowHandlers = handlers({
  listMaintenanceWindows: ({ caller, query, page }) => listMaintenanceWindows(caller, query, page),
  createMaintenanceWindow: ({ caller, body }) => createMaintenanceWindow(caller, body),
  getMaintenanceWindow: ({ caller, params }) => getMaintenanceWindow(caller, params.maintenanceWindowId),
  updateMaintenanceWindow: ({ caller, params, body }) =>
    updateMaintenanceWindow(caller, params.maintenanceWindowId, body),
  deleteMaintenanceWindow: ({ caller, params, query }) =>
    deleteMaintenanceWindow(caller, params.maintenanceWindowId, query),
  cancelMaintenanceWindow: ({ caller, params, query }) =>
    cancelMaintenanceWindow(caller, params.maintenanceWindowId, query),
  completeMaintenanceWindow: ({ caller, params }) =>
    completeMaintenanceWindow(caller, params.maintenanceWindowId),
});
