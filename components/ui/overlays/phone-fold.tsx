import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Folds on phones what is needed rarely, under a row that names it and works without scripts. Larger screens always show it. */
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
  return (
    <details open={open} className="phone-fold">
      <summary className={headClass}>
        <ChevronRight aria-hidden="true" />
        {label}
      </summary>
      <div className={className}>{children}</div>
    </details>
  );
}
