"use client";
import { X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

interface Toast {
  id: number;
  text: string;
  tone: "done" | "failed";
  undo?: (() => void) | undefined;
}
type Show = (text: string, options?: { tone?: Toast["tone"]; undo?: () => void }) => void;

const Context = createContext<Show>(() => undefined);
const SHOWN_MS = 6000;
let lastId = 0;

/** Returns a function that shows a toast, with an "Undo" button when the action can be reverted. */
export function useToast(): Show {
  return useContext(Context);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback<Show>(
    (text, { tone = "done", undo } = {}) => {
      lastId += 1;
      const id = lastId;
      setToasts((all) => [...all.slice(-2), { id, text, tone, undo }]);
      setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  return (
    <Context value={show}>
      {children}
      <div
        role="status"
        className="fixed inset-x-3 bottom-20 z-50 flex flex-col items-center gap-2 lg:bottom-6"
      >
        {toasts.map((toast) => (
          <div
            key={toast.id}
            className="flex max-w-lg animate-appear items-center gap-3 rounded-xl bg-ink py-1.5 pr-1.5 pl-4 text-bg shadow-(--shadow)"
          >
            <span className="min-w-0 break-words">
              {toast.tone === "failed" && <strong>Failed. </strong>}
              {toast.text}
            </span>
            {toast.undo && (
              <button
                type="button"
                // Several toasts may offer it at once.
                aria-label={`Undo: ${toast.text}`}
                className="shrink-0 rounded-md px-2 py-1 font-semibold underline underline-offset-2"
                onClick={() => {
                  toast.undo?.();
                  close(toast.id);
                }}
              >
                Undo
              </button>
            )}
            <button
              type="button"
              aria-label="Dismiss"
              className="rounded-md p-2"
              onClick={() => close(toast.id)}
            >
              <X className="size-4" />
            </button>
          </div>
        ))}
      </div>
    </Context>
  );
}
