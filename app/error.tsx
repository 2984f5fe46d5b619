"use client";
import type { ComponentProps } from "react";
import PageError from "./(dashboard)/error";

/** Replaces a page whose frame failed, for example because the session couldn't be read. */
export default function FrameError(props: ComponentProps<typeof PageError>) {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <PageError {...props} />
    </main>
  );
}
