import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

/** Hides on phones what is needed rarely, behind a box that names it and works without scripts. Larger screens always show it. */
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
  const id = useId();
  return (
    <>
      <input type="checkbox" id={id} defaultChecked={open} className="phone-fold" />
      <label htmlFor={id} className={headClass}>
        <ChevronRight aria-hidden="true" />
        {label}
      </label>
      <div className={className}>{children}</div>
    </>
  );
}
