import type { Bench } from "../bench";
import { c1 } from "./c1";
import { c2, c3, c4 } from "./c2";
import { c5 } from "./c5";
import { c6 } from "./c6";
import { c7 } from "./c7";
import { c8 } from "./c8";
import { c9 } from "./c9";
import { c10 } from "./c10";
import { c11 } from "./c11";

/** The measurements of the checker. */
export const benches: Bench[] = [c1, c2, c3, c4, c5, c6, ...c7, c8, c9, c10, c11];
