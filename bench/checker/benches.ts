import type { Bench } from "../bench";
import { c1 } from "./c1";
import { c5 } from "./c5";

/** What the checker is measured by. */
export const benches: Bench[] = [c1, c5];
