import { wallOf } from "@/lib/domain/core/zone";

/** View of the availability card, as kept in the URL. */
export interface GridView {
  /** Period that one cell stands for. */
  cells: "hour" | "day";
  /** How many months ago the last shown month was. */
  back: number;
}

const MOST_BACK = 1200;

const monthNumber = (at: number, zone: string) => {
  const wall = new Date(wallOf(at, zone));
  return wall.getUTCFullYear() * 12 + wall.getUTCMonth();
};

/** Reads the view from a query. Drops invalid values, so that old links never break the page. */
export function readGridView(
  source: { get(name: string): string | null },
  at: number,
  zone: string,
): GridView {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(source.get("until") ?? "") ?? [];
  const back = monthNumber(at, zone) - (Number(year) * 12 + Number(month) - 1);
  return {
    cells: source.get("availability") === "days" ? "day" : "hour",
    back: back >= 0 && back <= MOST_BACK ? back : 0,
  };
}

/** Returns the query of a view, without defaults, along with the other parameters of the page. */
export function gridSearch(
  { cells, back }: GridView,
  page: URLSearchParams,
  at: number,
  zone: string,
): string {
  const search = new URLSearchParams(page);
  search.delete("availability");
  search.delete("until");
  if (cells === "day") search.set("availability", "days");
  if (cells === "day" && back > 0) {
    const month = monthNumber(at, zone) - back;
    search.set("until", `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`);
  }
  return search.size > 0 ? `?${search}` : "";
}
