"use client";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";

/** Hides on phones what is needed rarely, behind a button that names it. Larger screens always show it. */
export function PhoneFold({
  label,
  open = false,
  headClass = "px-4",
  className,
  children,
}: {
  label: string;
  /** Whether it starts open on phones too. */
  open?: boolean;
  headClass?: string;
  className?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(open);
  const id = useId();
  return (
    <>
      <PlainButton
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={cn(
          "flex min-h-11 w-full items-center gap-1.5 text-left text-[13px] text-muted sm:hidden",
          headClass,
        )}
      >
        <ChevronRight
          className={cn("size-4 shrink-0 transition-transform", isOpen && "rotate-90")}
          aria-hidden="true"
        />
        {label}
      </PlainButton>
      <div id={id} className={cn(className, !isOpen && "max-sm:hidden")}>
        {children}
      </div>
    </>
  );
}
