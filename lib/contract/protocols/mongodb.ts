import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { protocolContract } from "./protocol";
import {
  exchangeErrors,
  serverControls,
  serverFields,
  serverPlace,
  signInControls,
  signInFields,
} from "./server";

/** The request of a MongoDB monitor. */
export const MongodbRequest = z.object({
  ...serverFields,
  port: serverFields.port.prefault("27017"),
  ...signInFields,
  auth_database: text(1, 63)
    .meta({
      title: "Authentication database",
      description: "Database in which the user was created.",
      examples: ["admin"],
    })
    .default("admin"),
});
export type MongodbRequest = z.infer<typeof MongodbRequest>;

export const mongodb = protocolContract({
  label: "MongoDB",
  request: MongodbRequest,
  fields: { ...serverControls, ...signInControls, auth_database: { advanced: true } },
  ...serverPlace,
  errors: exchangeErrors("mongodb"),
  failure: "The MongoDB server did not respond, or refused to sign in.",
});
