import { CreateHttpMonitor } from "@/lib/contract/monitors/input";
import { HttpRequest } from "@/lib/contract/protocols/http";
import { TcpRequest } from "@/lib/contract/protocols/tcp";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import type { MonitorFormInfo } from "@/lib/presenters/monitors/form";

/** Labels and limits of the monitor form; fields of the request as `request.url`. */
export function monitorFormInfo(): MonitorFormInfo {
  const request = { ...fieldInfos(TcpRequest), ...fieldInfos(HttpRequest) };
  return {
    ...fieldInfos(CreateHttpMonitor),
    ...Object.fromEntries(Object.entries(request).map(([name, info]) => [`request.${name}`, info])),
  };
}
