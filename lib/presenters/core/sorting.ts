/** How a column currently sorts its list. */
export type Direction = "ascending" | "descending" | "none";

/** Returns the direction in which `sort` orders by the column. A leading minus means descending. */
export function directionOf(sort: string, column: string): Direction {
  if (sort === column) return "ascending";
  return sort === `-${column}` ? "descending" : "none";
}

/** Returns the order after a click on the column's head: its first order, then the reverse. */
export function nextSort<Sort extends string>(sort: Sort, first: Sort): Sort {
  if (sort !== first) return first;
  return (first.startsWith("-") ? first.slice(1) : `-${first}`) as Sort;
}
