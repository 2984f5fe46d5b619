"use client";
import { X } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/**
 * Wraps the native modal `<dialog>`: it traps focus, closes on Escape, and makes the page behind inert. It is an
 * element of the body, so that it stays when what contains its button is hidden, as on a narrower screen.
 */
export function Dialog(props: DialogProps) {
  return useHydrated() && createPortal(<Modal {...props} />, document.body);
}

/**
 * Focuses the control marked with `data-first-focus`, or the first one of the dialog's content, a field, or the least
 * destructive button. Without one, Close has the focus.
 */
function focusContent(content: HTMLElement | null): void {
  if (!content || content.contains(document.activeElement)) return;
  const marked = content.querySelector<HTMLElement>("[data-first-focus]");
  const first = content.querySelector<HTMLElement>(
    ":is(input, select, textarea, button):not(:disabled), a[href]",
  );
  (marked ?? first)?.focus({ preventScroll: true });
}

/** Moves the focus into content that arrives after its dialog opened. */
function Arrived() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current?.closest("dialog")?.open) focusContent(ref.current.parentElement);
  }, []);
  return <span ref={ref} hidden />;
}

function Modal({ open, onClose, title, description, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) {
      dialog?.showModal();
      focusContent(content.current);
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes a modal dialog; the click handles the backdrop
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className={`m-auto max-h-[90dvh] w-[calc(100%-24px)] rounded-2xl border border-line bg-raised p-0 text-ink shadow-(--shadow) open:animate-appear ${wide ? "max-w-2xl" : "max-w-md"}`}
    >
      {open && (
        <div className="p-5">
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0 break-words">
              <h2 id={id} className="text-[16px] font-semibold">
                {title}
              </h2>
              {description && <p className="mt-1 text-muted">{description}</p>}
            </div>
            <Button variant="quiet" size="icon" className="-mt-2 -mr-2" aria-label="Close" onClick={onClose}>
              <X />
            </Button>
          </div>
          <div ref={content}>
            <Suspense fallback={<Skeleton lines={5} />}>
              {children}
              <Arrived />
            </Suspense>
          </div>
        </div>
      )}
    </dialog>
  );
}
