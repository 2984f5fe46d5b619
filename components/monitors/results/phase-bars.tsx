import { cn } from "@/components/ui/class-names";
import type { ProbePhase } from "@/lib/contract/checks/check";
import { waterfall } from "@/lib/presenters/checks/check-run";
import { micros } from "@/lib/presenters/core/format";

const FILLS: Record<ProbePhase["phase"], string> = {
  dns: "bg-[#8b7bf0]",
  connect: "bg-[#4f8df0]",
  tls: "bg-[#25a7a0]",
  send: "bg-[#7aa33c]",
  first_byte: "bg-[#e09b1f]",
  transfer: "bg-[#d96f4c]",
  done: "bg-none",
};

/** Draws the phases of a check as a waterfall and highlights the phase in which it failed. */
export function PhaseBars({
  phases,
  broken = null,
}: {
  phases: readonly ProbePhase[];
  broken?: ProbePhase | null;
}) {
  return (
    <ol className="space-y-1.5">
      {waterfall(broken ? [...phases, broken] : phases).map((bar) => (
        <li
          key={bar.key}
          className="grid animate-appear grid-cols-[76px_1fr_72px] items-center gap-3 text-[13px]"
        >
          <span className="text-muted">{bar.word}</span>
          <span className="relative h-2 rounded-full bg-sunken" title={bar.detail ?? undefined}>
            <span
              className={cn(
                "absolute inset-y-0 rounded-full",
                bar.phase === broken?.phase ? "bg-down-fill" : FILLS[bar.phase],
              )}
              style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
            />
          </span>
          <span className={cn("text-right tabular", bar.phase === broken?.phase && "text-down")}>
            {micros(bar.tookUs)}
            {bar.phase === broken?.phase && <span className="sr-only">, failed here</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
