"use client";
import { Suspense } from "react";
import { laterPart } from "@/components/ui/lazy-part";

const Markdown = laterPart(() => import("@/components/incidents/markdown"));

/** Renders an update as the status page does, and as plain text while the Markdown renderer loads. Only this text waits for it. */
export function UpdateText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}
