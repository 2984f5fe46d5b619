"use client";
import { Button, ButtonLink, FormButton } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import type { Action } from "./actions";

interface Props {
  action: Action;
  variant?: ButtonVariant;
  busy?: boolean;
  className?: string;
}

/** Renders an action as a button that names its shortcut. */
export function ActionButton({ action, variant, busy = false, className }: Props) {
  const { label, icon: Icon, keys, href, run, path } = action;
  const style = {
    ...(variant && { variant }),
    ...(className && { className }),
    ...(keys && { title: `${label} (${keys})` }),
  };
  const inside = (
    <>
      {Icon && <Icon />} {label}
    </>
  );
  if (href !== undefined)
    return (
      <ButtonLink href={href} {...style}>
        {inside}
      </ButtonLink>
    );
  if (path !== undefined && run)
    return (
      <FormButton path={path} run={run} busy={busy} {...style}>
        {inside}
      </FormButton>
    );
  return (
    <Button busy={busy} onClick={run} {...style}>
      {inside}
    </Button>
  );
}
