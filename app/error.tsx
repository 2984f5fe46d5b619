"use client";
import { BarePage, DeadEnd } from "@/components/page/dead-end";

/** Replaces a page whose frame failed, for example because the session couldn't be read. Every page loads it, so it imports little. */
export default function FrameError() {
  return (
    <BarePage>
      <DeadEnd
        title="Couldn't load this page"
        action={
          <button type="button" className="underline" onClick={() => location.reload()}>
            Try again
          </button>
        }
      >
        Checks and alerts don't depend on it.
      </DeadEnd>
    </BarePage>
  );
}
