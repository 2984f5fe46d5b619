import * as z from "zod";
import type { AppContract } from "./app";
import { discord } from "./discord";
import { email } from "./email";
import { ilert } from "./ilert";
import { ntfy } from "./ntfy";
import { outgoingWebhook } from "./outgoing-webhook";
import { pushover } from "./pushover";
import { slack } from "./slack";
import { sms } from "./sms";
import { telegram } from "./telegram";

/** The apps that can receive notifications, one line each. */
export const APPS = {
  email,
  sms,
  ilert,
  ntfy,
  outgoing_webhook: outgoingWebhook,
  pushover,
  slack,
  discord,
  telegram,
} as const satisfies Record<string, AppContract>;

export type AppId = keyof typeof APPS;
export const APP_IDS = Object.keys(APPS) as [AppId, ...AppId[]];
export const App = z.enum(APP_IDS).meta({ title: "App", examples: ["email"] });
