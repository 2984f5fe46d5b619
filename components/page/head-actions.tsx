"use client";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/class-names";
import { Menu, MenuItem, OnPhone } from "@/components/ui/overlays/menu";
import { ActionButton } from "./action-button";
import type { Action } from "./actions";

/** Renders the actions of a page's header. A phone shows the first one and keeps the others in the menu. */
export function HeadActions({
  actions,
  busy = false,
  children,
}: {
  actions: readonly Action[];
  /** Whether the first action is running. */
  busy?: boolean;
  /** Actions that are in the menu on wide screens, too. */
  children?: ReactNode;
}) {
  const [first, ...others] = actions;
  return (
    <>
      {first && <ActionButton action={first} busy={busy} className="max-sm:flex-1" />}
      {others.map((action) => (
        <ActionButton key={action.label} action={action} className="max-sm:hidden" />
      ))}
      <div className={cn(!children && "sm:hidden")}>
        <Menu label="More actions" trigger={<Ellipsis />} triggerClass={buttonClass({ size: "icon" })}>
          <OnPhone>
            {others.map(({ label, icon: Icon, href, run }) => (
              <MenuItem key={label} onSelect={run} {...(href !== undefined && { href })}>
                {Icon && <Icon />} {label}
              </MenuItem>
            ))}
          </OnPhone>
          {children}
        </Menu>
      </div>
    </>
  );
}
