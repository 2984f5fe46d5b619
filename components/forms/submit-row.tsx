import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** Ends a form with its button. */
export function SubmitRow({
  busy,
  look = "primary",
  children,
}: {
  busy: boolean;
  look?: "primary" | "danger";
  children: ReactNode;
}) {
  return (
    <div className="flex justify-end">
      <Button type="submit" look={look} busy={busy}>
        {children}
      </Button>
    </div>
  );
}
