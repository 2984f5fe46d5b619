import { ChevronLeft, ChevronRight } from "lucide-react";
import { type PageMeta, rangeText } from "@/lib/presenters/core/page-range";
import { Button } from "./button";

/** Shows the position in a list, such as "1–50 of 1,000", with buttons for the previous and next page. */
export function Pager({
  label = "Pages",
  meta,
  hasNext,
  onPage,
}: {
  /** Tells it from other pagers on the same page. */
  label?: string;
  meta: PageMeta;
  hasNext: boolean;
  onPage: (page: number) => void;
}) {
  const isOnly = meta.current_page === 1 && !hasNext;
  if (isOnly && !meta.total) return null;
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-between gap-4 border-t border-line px-4 py-2"
    >
      <p className="text-[13px] text-muted tabular">{rangeText(meta)}</p>
      {!isOnly && (
        <div className="flex gap-1">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Previous page"
            disabled={meta.current_page === 1}
            onClick={() => onPage(meta.current_page - 1)}
          >
            <ChevronLeft />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Next page"
            disabled={!hasNext}
            onClick={() => onPage(meta.current_page + 1)}
          >
            <ChevronRight />
          </Button>
        </div>
      )}
    </nav>
  );
}
