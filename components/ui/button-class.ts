import { cn } from "./class-names";

const VARIANTS = {
  primary: "bg-ink text-bg hover:opacity-90 border-transparent",
  secondary: "bg-raised text-ink border-line shadow-[0_1px_1px_rgb(0_0_0/0.03)] hover:bg-hover",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-danger text-white border-transparent hover:opacity-90",
} as const;
const SIZES = {
  md: "h-9 px-3 gap-2 touch:h-10",
  sm: "h-8 px-2.5 gap-1.5 text-[13px] touch:h-10",
  icon: "size-9 justify-center touch:size-10",
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
}

/** Returns the classes of a button, for a link or label that looks like one. */
export function buttonClass({ variant = "secondary", size = "md" }: ButtonStyle, extra?: string): string {
  return cn(
    "inline-flex shrink-0 items-center justify-center rounded-lg border font-medium whitespace-nowrap select-none",
    "transition-[background,opacity,color] duration-100 [&:disabled:not([data-waiting])]:opacity-50 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
    extra,
  );
}
