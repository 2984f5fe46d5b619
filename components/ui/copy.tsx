"use client";
import { Check, Copy as CopyIcon } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button } from "./button";

/**
 * Copies `text` to the clipboard and shows for 2 s whether that worked. `name` says what is copied to those who don't see where the
 * button is; it starts with the label.
 */
export function CopyButton({ text, label = "Copy", name }: { text: string; label?: string; name?: string }) {
  const [outcome, setOutcome] = useState<"Copied" | "Select and copy the text" | null>(null);
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    setOutcome((await copied(text, currentTarget)) ? "Copied" : "Select and copy the text");
    setTimeout(() => setOutcome(null), 2000);
  };
  return (
    <Button
      size="sm"
      onClick={(event) => void copy(event)}
      aria-live="polite"
      aria-label={outcome ? undefined : name}
    >
      {outcome === "Copied" ? <Check /> : <CopyIcon />}
      {outcome ?? label}
    </Button>
  );
}

/** Returns whether the text is in the clipboard. Without HTTPS, browsers have no clipboard API, but still copy what is selected. */
async function copied(text: string, button: HTMLElement): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard)
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "fixed opacity-0";
  // Beside the button: everything outside of an open dialog is inert.
  button.after(area);
  area.focus();
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  button.focus();
  return isCopied;
}
