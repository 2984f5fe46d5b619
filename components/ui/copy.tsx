"use client";
import { Check, Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

/** Copies `text` to the clipboard and shows "Copied" for 2 s. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <Button size="sm" onClick={copy} aria-live="polite">
      {done ? <Check /> : <CopyIcon />}
      {done ? "Copied" : label}
    </Button>
  );
}
