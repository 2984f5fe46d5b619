import * as z from "zod";
import { APPS, type AppId } from "./registry";

export const APP_IDS = Object.keys(APPS) as [AppId, ...AppId[]];
export const App = z.enum(APP_IDS).meta({ title: "App", examples: ["email"] });
