"use client";
import { type ComponentProps, Suspense } from "react";
import { laterPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

// Seen once, so it stays out of the scripts of the overview and of the monitors page.
const FirstRun = laterPart(() => import("@/components/accounts/first-run"));

/** Welcomes a user without monitors. */
export function Welcome(props: ComponentProps<typeof FirstRun>) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <FirstRun {...props} />
    </Suspense>
  );
}
