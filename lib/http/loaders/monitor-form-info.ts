import { CreateHttpMonitor } from "@/lib/contract/monitors/input";
import { HttpRequest } from "@/lib/contract/protocols/http";
import { TcpRequest } from "@/lib/contract/protocols/tcp";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import type { MonitorFormInfo } from "@/lib/presenters/monitors/form";

/** Returns labels and help texts of the monitor form. Request fields are named like `request.url`. */
export function monitorFormInfo(): MonitorFormInfo {
  const request = { ...fieldInfos(TcpRequest), ...fieldInfos(HttpRequest) };
  return {
    ...fieldInfos(CreateHttpMonitor),
    ...Object.fromEntries(Object.entries(request).map(([name, info]) => [`request.${name}`, info])),
  };
}
