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

/** The request of a Redis monitor. */
export const RedisRequest = z.object({
  ...serverFields,
  port: serverFields.port.prefault("6379"),
  ...signInFields,
  username: signInFields.username
    .unwrap()
    .meta({
      title: "User",
      description: "Leave empty to sign in with a password only.",
      examples: [null],
    })
    .default(null),
});
export type RedisRequest = z.infer<typeof RedisRequest>;

export const redis = protocolContract({
  label: "Redis",
  request: RedisRequest,
  fields: { ...serverControls, ...signInControls },
  ...serverPlace,
  errors: exchangeErrors("redis"),
  failure: "The Redis server did not respond PING, or refused to sign in.",
});
