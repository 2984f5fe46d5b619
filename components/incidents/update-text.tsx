"use client";
import dynamic from "next/dynamic";
import { Suspense } from "react";

const Markdown = dynamic(() => import("./markdown"));

/** An update as the public page shows it; as it was written until the renderer is there. Only this text waits, not the form around it. */
export function UpdateText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}
