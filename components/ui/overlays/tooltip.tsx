import { type ReactNode, useId } from "react";

/** Shows text on hover and focus with CSS alone; screen readers announce it as the description. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <span className="group/tip relative inline-flex" aria-describedby={id}>
      {children}
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none invisible absolute bottom-full left-1/2 z-50 mb-1.5 w-max max-w-64 -translate-x-1/2 rounded-md bg-ink px-2 py-1 text-xs text-bg opacity-0 transition-opacity duration-100 group-hover/tip:visible group-hover/tip:opacity-100 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
