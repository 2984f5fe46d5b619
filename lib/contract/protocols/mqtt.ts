import * as z from "zod";
import { protocolContract } from "./protocol";
import {
  exchangeErrors,
  serverControls,
  serverFields,
  serverPlace,
  signInControls,
  signInFields,
} from "./server";

/** The request of an MQTT monitor. */
export const MqttRequest = z.object({
  ...serverFields,
  port: serverFields.port.prefault("1883"),
  ...signInFields,
});
export type MqttRequest = z.infer<typeof MqttRequest>;

export const mqtt = protocolContract({
  label: "MQTT",
  request: MqttRequest,
  fields: { ...serverControls, host: { placeholder: "broker.example.com" }, ...signInControls },
  ...serverPlace,
  errors: exchangeErrors("mqtt"),
  failure: "The MQTT broker did not accept the connection.",
});
