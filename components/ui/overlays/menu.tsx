"use client";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";

/**
 * A button that opens a menu. Arrow keys move; Escape, an item, and an outside click close it; the first two return
 * focus to the button, so a dialog that an item opens does too.
 */
export function Menu({
  label,
  trigger,
  triggerClass,
  align = "end",
  up = false,
  children,
}: {
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  align?: "start" | "end";
  up?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    items(root.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
    } else move(event, root.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the menu's items
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <PlainButton
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={triggerClass}
      >
        {trigger}
      </PlainButton>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on an item fires its click
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onClick={close}
          className={cn(
            "absolute z-40 min-w-52 animate-appear rounded-xl border border-line bg-raised p-1 shadow-(--shadow)",
            align === "end" ? "right-0" : "left-0",
            up ? "bottom-full mb-1.5" : "top-full mt-1.5",
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

const ITEM =
  "flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left touch:min-h-10 hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px] [&_svg]:size-4 [&_svg]:text-muted";

export function MenuItem({
  onSelect,
  href,
  tone,
  children,
}: {
  onSelect?: (() => void) | undefined;
  href?: string;
  tone?: "danger";
  children: ReactNode;
}) {
  const className = cn(ITEM, tone === "danger" && "text-down [&_svg]:text-down");
  return href ? (
    <a role="menuitem" href={href} className={className}>
      {children}
    </a>
  ) : (
    <PlainButton role="menuitem" onClick={onSelect} className={className}>
      {children}
    </PlainButton>
  );
}

/** Renders items only on a phone. Arrow keys would reach hidden ones. A menu opens only in the browser. */
export function OnPhone({ children }: { children: ReactNode }) {
  return window.matchMedia("(width < 40rem)").matches ? children : null;
}

function items(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

function move(event: KeyboardEvent, root: HTMLElement | null): void {
  const all = items(root);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || all.length === 0) return;
  event.preventDefault();
  all[to % all.length]?.focus();
}
