import { once } from "./once";

function state(): { isLeaving: boolean } {
  return once("shared.leaving", () => ({ isLeaving: false }));
}

/** Whether this process was told to stop: it still answers, and balancers are asked to send requests elsewhere. */
export function isLeaving(): boolean {
  return state().isLeaving;
}

export function setLeaving(isLeaving = true): void {
  state().isLeaving = isLeaving;
}
