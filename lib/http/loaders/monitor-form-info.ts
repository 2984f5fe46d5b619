import { createMonitorOf } from "@/lib/contract/monitors/input";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import type { MonitorFormInfo } from "@/lib/presenters/monitors/form";
import { protocolForms } from "@/lib/presenters/monitors/protocol-forms";

/** Returns labels and help texts of the monitor form, and the form of each protocol. */
export function monitorFormInfo(): MonitorFormInfo {
  return { fields: fieldInfos(createMonitorOf(PROTOCOL_NAMES[0])), protocols: protocolForms() };
}
