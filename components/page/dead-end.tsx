import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";

/** Replaces a page that can't be shown by a head, and under it the watch line, which breaks off. */
export function DeadEnd({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <div className="frame-head pt-[clamp(1rem,9vh,6rem)]">
      <h1 className="font-display text-[28px] leading-tight font-semibold">{title}</h1>
      <p className="mt-2 max-w-md text-muted">{children}</p>
      <div className="mt-6">{action}</div>
      <div aria-hidden="true" className="broken-line" />
    </div>
  );
}

/** Gives a page without the dashboard's frame the room that its dark head reaches across. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className="isolate min-h-dvh overflow-clip">
      <main className="mx-auto max-w-[1120px] px-5">{children}</main>
    </div>
  );
}

/** Says that there's no page at an address of the dashboard. It has no script of its own, because every page carries it. */
export function MissingPage() {
  return (
    <DeadEnd
      title="Page not found"
      action={
        <a href="/" className={buttonClass({ variant: "primary" })}>
          Go to the overview
        </a>
      }
    >
      It may have been deleted, or it may belong to another project.
    </DeadEnd>
  );
}
