"use client";
import { Check, Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

/**
 * Copies `text` to the clipboard and shows "Copied" for 2 s. `name` says what is copied to those who don't see where the button is; it
 * starts with the label.
 */
export function CopyButton({ text, label = "Copy", name }: { text: string; label?: string; name?: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <Button size="sm" onClick={copy} aria-live="polite" aria-label={done ? undefined : name}>
      {done ? <Check /> : <CopyIcon />}
      {done ? "Copied" : label}
    </Button>
  );
}
