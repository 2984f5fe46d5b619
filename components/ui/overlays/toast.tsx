"use client";
import { X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

interface Toast {
  id: number;
  text: string;
  tone: "done" | "failed";
  undo?: (() => void) | undefined;
}
type Show = (text: string, options?: { tone?: Toast["tone"]; undo?: () => void }) => void;

const Context = createContext<Show>(() => undefined);
const SHOWN_MS = 6000;
/** Long enough to reach "Undo" from anywhere on the page with the Tab key. */
const UNDO_MS = 20_000;
let lastId = 0;

/** Returns a function that shows a toast, with an "Undo" button when the action can be reverted. */
export function useToast(): Show {
  return useContext(Context);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [isKept, setIsKept] = useState(false);
  const hold = () => setIsKept(true);
  const release = () => setIsKept(false);
  const close = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
    // A button that leaves with the focus or under the pointer doesn't always say so.
    setIsKept(false);
  }, []);
  const show = useCallback<Show>(
    (text, { tone = "done", undo } = {}) => {
      lastId += 1;
      const id = lastId;
      // One that is pushed out with the focus would never give it back, and the others would stay.
      setToasts((all) => [...(isKept ? all : all.slice(-2)), { id, text, tone, undo }]);
    },
    [isKept],
  );
  return (
    <Context value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-3 bottom-20 z-50 flex flex-col items-center gap-2 lg:bottom-6"
        onPointerEnter={hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={release}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isKept={isKept} close={close} />
        ))}
      </div>
    </Context>
  );
}

/** Shows a toast and closes it after a while. Someone who is about to use one keeps all. */
function ToastCard({
  toast: { id, text, tone, undo },
  isKept,
  close,
}: {
  toast: Toast;
  isKept: boolean;
  close(id: number): void;
}) {
  const shownMs = undo ? UNDO_MS : SHOWN_MS;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => close(id), shownMs);
    return () => clearTimeout(timer);
  }, [isKept, shownMs, close, id]);
  return (
    <div className="pointer-events-auto flex max-w-lg animate-appear items-center gap-3 rounded-xl bg-ink py-1.5 pr-1.5 pl-4 text-bg shadow-(--shadow)">
      <span className="min-w-0 break-words">
        {tone === "failed" && <strong>Failed. </strong>}
        {text}
      </span>
      {undo && (
        <button
          type="button"
          // Several toasts may offer it at once.
          aria-label={`Undo: ${text}`}
          className="shrink-0 rounded-md px-2 py-1 font-semibold underline underline-offset-2"
          onClick={() => {
            undo();
            close(id);
          }}
        >
          Undo
        </button>
      )}
      <button type="button" aria-label="Dismiss" className="rounded-md p-2" onClick={() => close(id)}>
        <X className="size-4" />
      </button>
    </div>
  );
}
