import { once } from "./once";

function state(): { isLeaving: boolean } {
  return once("shared.leaving", () => ({ isLeaving: false }));
}

/** Returns whether this process is shutting down; it still answers while load balancers move away. */
export function isLeaving(): boolean {
  return state().isLeaving;
}

export function setLeaving(isLeaving = true): void {
  state().isLeaving = isLeaving;
}
