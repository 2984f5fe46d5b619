import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";
import { useHydrated } from "./use-hydrated";

const LOOKS = {
  primary: "bg-ink text-bg hover:opacity-90 border-transparent",
  secondary: "bg-raised text-ink border-line shadow-[0_1px_1px_rgb(0_0_0/0.03)] hover:bg-hover",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-down-fill text-white border-transparent hover:opacity-90",
} as const;
const SIZES = {
  md: "h-9 px-3 gap-2 touch:h-10",
  sm: "h-8 px-2.5 gap-1.5 text-[13px] touch:h-10",
  icon: "size-9 justify-center touch:size-10",
} as const;

export type ButtonLook = keyof typeof LOOKS;
interface Style {
  look?: ButtonLook;
  size?: keyof typeof SIZES;
}

export function buttonClass({ look = "secondary", size = "md" }: Style, extra?: string): string {
  return cn(
    "inline-flex shrink-0 items-center justify-center rounded-lg border font-medium whitespace-nowrap select-none",
    "transition-[background,opacity,color] duration-100 [&:disabled:not([data-waiting])]:opacity-50 disabled:cursor-not-allowed",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
    extra,
  );
}

/**
 * The unstyled button that every other button builds on. It stays disabled until hydration, so that a press on a slow phone is never
 * silently lost and Enter can't submit a form early. It fades only when hydration is slow.
 */
export function PlainButton({ disabled, className, ...rest }: ComponentProps<"button">) {
  const waiting = !useHydrated();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || waiting}
      data-waiting={(waiting && !disabled) || undefined}
      className={cn("data-waiting:animate-wait", className)}
    />
  );
}

/** Renders a styled button. `busy` keeps the width, sets `aria-busy` and blocks a second press. */
export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<"button"> & Style & { busy?: boolean; children: ReactNode }) {
  return (
    <PlainButton
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ look, size }, className)}
    >
      {busy && <span className="size-1.5 rounded-full bg-current animate-breathe" aria-hidden="true" />}
      {children}
    </PlainButton>
  );
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Style) {
  return <Link {...rest} className={buttonClass({ look, size }, className)} />;
}
