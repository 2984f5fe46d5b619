import Link from "next/link";
import type { ComponentProps, ReactNode, SyntheticEvent } from "react";
import { type ButtonStyle, buttonClass } from "./button-class";
import { useHydrated } from "./use-hydrated";

/**
 * The unstyled button that every other button builds on. It stays disabled until hydration, so that a press on a slow phone is never
 * silently lost and Enter can't submit a form early. It fades only when hydration is slow.
 */
export function PlainButton({
  disabled,
  className,
  early = false,
  ...rest
}: ComponentProps<"button"> & {
  /** Works before hydration, because it submits a form that the browser can send itself. */
  early?: boolean;
}) {
  const waiting = !useHydrated() && !early;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || waiting}
      data-waiting={(waiting && !disabled) || undefined}
      className={className}
    />
  );
}

/** Renders a styled button. `busy` keeps the width and the focus, which a disabled button would lose, and blocks a second press. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<typeof PlainButton> & ButtonStyle & { busy?: boolean; children: ReactNode }) {
  return (
    <PlainButton
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {busy && <span className="size-1.5 rounded-full bg-current animate-breathe" aria-hidden="true" />}
      {children}
    </PlainButton>
  );
}

/**
 * Renders a button of a form that a browser can send itself to a path of the API. Once scripts run, they do it instead, without leaving
 * the page.
 */
export function FormButton({
  path,
  run,
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick" | "type"> & { path: string; run: () => void }) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!rest.busy) run();
  };
  return (
    <form
      method="post"
      action={`/api${path}`}
      encType="multipart/form-data"
      onSubmit={submit}
      className="contents"
    >
      <Button {...rest} type="submit" early />
    </form>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}
