import { once } from "./once";

function state(): { isShuttingDown: boolean } {
  return once("shared.shutting-down", () => ({ isShuttingDown: false }));
}

/** Returns whether this process is shutting down; it still answers while load balancers move away. */
export function isShuttingDown(): boolean {
  return state().isShuttingDown;
}

export function setShuttingDown(): void {
  state().isShuttingDown = true;
}
