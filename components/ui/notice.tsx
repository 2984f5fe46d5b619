import type { ReactNode } from "react";
import { cn } from "./class-names";

const TONES = {
  down: "border-down/30 bg-down-soft",
  warn: "border-warn/30 bg-warn-soft",
  calm: "border-calm/30 bg-calm-soft",
  up: "border-up/30 bg-up-soft",
} as const;

export function Notice({
  tone,
  children,
  alert = false,
}: {
  tone: keyof typeof TONES;
  children: ReactNode;
  alert?: boolean;
}) {
  return (
    <div role={alert ? "alert" : undefined} className={cn("rounded-xl border px-4 py-3", TONES[tone])}>
      {children}
    </div>
  );
}
