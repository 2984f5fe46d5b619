import type { ImportSource } from "@/lib/contract/config-file/sources";
import { betterStack } from "./better-stack";
import { gatus } from "./gatus";
import type { Importer } from "./importer";
import { openStatus } from "./openstatus";
import { prometheus } from "./prometheus";
import { statuspage } from "./statuspage";
import { upptime } from "./upptime";
import { uptimeKuma } from "./uptime-kuma";
import { uptimeRobot } from "./uptimerobot";
import { vedette } from "./vedette";

/** The importers, one line each. */
export const IMPORTERS: Readonly<Record<ImportSource, Importer>> = {
  uptime_kuma: uptimeKuma,
  gatus,
  uptimerobot: uptimeRobot,
  better_stack: betterStack,
  statuspage,
  upptime,
  openstatus: openStatus,
  prometheus,
  vedette,
};
