import { cn } from "./class-names";

/** Defined in app/globals.css, once instead of in each of a list's buttons. */
const VARIANTS = {
  primary: "button-primary",
  secondary: "button-secondary",
  quiet: "button-quiet",
  danger: "button-danger",
} as const;
const SIZES = {
  md: "button-md",
  sm: "button-sm",
  icon: "button-icon",
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
}

/** Returns the classes of a button, for a link or label that looks like one. */
export function buttonClass({ variant = "secondary", size = "md" }: ButtonStyle, extra?: string): string {
  return cn("button", VARIANTS[variant], SIZES[size], extra);
}
