import { type ReactNode, useState } from "react";
import { Pager } from "./pager";

const PER_PAGE = 50;

/** Returns the items of the shown page of a loaded list, and its pager; none while one page holds everything. */
export function usePaged<Item>(items: readonly Item[]): { shown: readonly Item[]; pager: ReactNode } {
  const [wanted, setWanted] = useState(1);
  const total = items.length;
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / PER_PAGE)));
  const from = (page - 1) * PER_PAGE;
  const shown = items.slice(from, from + PER_PAGE);
  const meta = { current_page: page, from: from + 1, to: from + shown.length, total };
  const pager = total > PER_PAGE && (
    <Pager meta={meta} hasNext={from + PER_PAGE < total} onPage={setWanted} />
  );
  return { shown, pager };
}
