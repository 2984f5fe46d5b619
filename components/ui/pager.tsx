import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";

export interface PageMeta {
  current_page: number;
  from: number | null;
  to: number | null;
  total?: number;
}

/** Shows the position in a list, with buttons for the previous and next page. */
export function Pager({
  meta,
  hasNext,
  onPage,
}: {
  meta: PageMeta;
  hasNext: boolean;
  onPage: (page: number) => void;
}) {
  if (meta.current_page === 1 && !hasNext) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-4 border-t border-line px-4 py-2"
    >
      <p className="text-[13px] text-muted tabular">
        {meta.from === null ? "No more results" : `${meta.from} to ${meta.to}`}
      </p>
      <div className="flex gap-1">
        <Button
          look="quiet"
          size="icon"
          aria-label="Previous page"
          disabled={meta.current_page === 1}
          onClick={() => onPage(meta.current_page - 1)}
        >
          <ChevronLeft />
        </Button>
        <Button
          look="quiet"
          size="icon"
          aria-label="Next page"
          disabled={!hasNext}
          onClick={() => onPage(meta.current_page + 1)}
        >
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
