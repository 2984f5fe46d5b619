import { Button } from "@/components/ui/button";
import type { Draft } from "./use-draft";

/** Says that the form shows an earlier draft, and offers to discard it. */
export function DraftNote({ draft }: { draft: Pick<Draft<object>, "isRestored" | "clear"> }) {
  if (!draft.isRestored) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
      Your unsent draft was restored.
      <Button size="sm" variant="quiet" onClick={draft.clear}>
        Discard draft
      </Button>
    </div>
  );
}
