"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
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
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg bg-sunken p-3 font-mono text-[13px] select-all sm:grid-cols-2"
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
          className="inline-flex h-8 items-center gap-1.5 rounded-lg border border-line bg-raised px-2.5 text-[13px] font-medium hover:bg-hover [&_svg]:size-4"
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
