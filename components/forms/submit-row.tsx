import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** Ends a form with its button. */
export function SubmitRow({
  busy,
  variant = "primary",
  children,
}: {
  busy: boolean;
  variant?: "primary" | "danger";
  children: ReactNode;
}) {
  return (
    <div className="flex justify-end">
      <Button type="submit" variant={variant} busy={busy}>
        {children}
      </Button>
    </div>
  );
}
