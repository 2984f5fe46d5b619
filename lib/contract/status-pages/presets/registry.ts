import type { Theme } from "../theme-schema";
import { compact } from "./compact";
import { editorial } from "./editorial";
import { soft } from "./soft";
import { standard } from "./standard";
import { terminal } from "./terminal";

/** The looks to choose from, in the order in which the dashboard shows them. */
export const PRESETS = { standard, compact, editorial, terminal, soft } satisfies Record<
  Exclude<Theme["preset"], "custom">,
  Theme
>;
