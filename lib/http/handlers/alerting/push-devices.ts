import * as contract from "@/lib/contract/alerting/push-devices";
import { handlers } from "@/lib/http/router/handler";
import * as devices from "@/lib/services/alerting/push-devices";

export const pushDeviceHandlers = handlers({
  [contract.getPushKey.id]: ({ caller }) => devices.getPushKey(caller),
  [contract.listPushDevices.id]: ({ caller, page }) => devices.listPushDevices(caller, page),
  [contract.addPushDevice.id]: ({ caller, body, request }) =>
    devices.addPushDevice(caller, body, request.headers("user-agent") ?? null),
  [contract.removePushDevice.id]: ({ caller, params }) => devices.removePushDevice(caller, params.deviceId),
  [contract.testPushDevice.id]: ({ caller, params }) => devices.testPushDevice(caller, params.deviceId),
});
