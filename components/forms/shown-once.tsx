import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";

/** Shows a text to copy. */
export function CopiedText({ children }: { children: string }) {
  return (
    <code className="block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all">
      {children}
    </code>
  );
}

/** Ends a dialog whose text is shown only once: copy it, then close. Its children come before. */
export function CopyAndClose({
  text,
  label,
  onClose,
  children,
}: {
  text: string;
  label: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      <CopyButton text={text} label={label} />
      <Button variant="primary" size="sm" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
