"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy";
import { Notice } from "@/components/ui/notice";

/** Shows the recovery codes, which can't be shown again. */
export function RecoveryCodesView({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <div className="space-y-4">
      <Notice tone="warn">
        Store these codes somewhere you can reach without your phone. Each code works once. They won't be
        shown again.
      </Notice>
      <ol
        aria-label="Recovery codes"
        className="columns-[23ch] gap-x-6 rounded-lg bg-sunken p-3 font-mono text-[12px] leading-6 whitespace-nowrap select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} label="Copy codes" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Vedette recovery codes\n\n${text}\n`)}`}
          download="vedette-recovery-codes.txt"
          className={buttonClass({ size: "sm" })}
        >
          <Download /> Download
        </a>
        <Button variant="primary" size="sm" onClick={onClose}>
          I've saved these codes
        </Button>
      </div>
    </div>
  );
}
