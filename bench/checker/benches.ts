import type { Bench } from "../bench";
import { c1 } from "./c1";
import { c5 } from "./c5";
import { c6 } from "./c6";
import { c8 } from "./c8";
import { c10 } from "./c10";

/** What the checker is measured by. */
export const benches: Bench[] = [c1, c5, c6, c8, c10];
