"use client";
import { PROJECT_UNREACHABLE } from "@/lib/contract/core/errors";
import { sharedState } from "./shared-state";

const gone = sharedState(false);

/** Records that this tab's project was deleted or is no longer accessible, if that is why a request was refused. */
export function noteRefusal(status: number, message: string): void {
  if (status === 403 && message === PROJECT_UNREACHABLE) gone.set(true);
}

/** Records that this tab works in a project that it can reach. */
export function noteProject(): void {
  gone.set(false);
}

/** Returns whether this tab's project was deleted or is no longer accessible. */
export const useProjectGone = () => gone.use();
