"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/**
 * Keeps the filter of a list in local state, so that typing never waits, and mirrors it to the URL for links and reloads. A link to
 * another filter of the same list replaces it.
 */
export function useUrlFilter<Filter>(
  read: (source: URLSearchParams) => Filter,
  address: (filter: Filter) => string,
): [Filter, (next: Filter) => void] {
  const search = useSearchParams().toString();
  const [filter, setFilter] = useState(() => read(new URLSearchParams(search)));
  // The router reports each own change later, when a newer one may have been typed.
  const own = useRef<string[]>([search]);
  useEffect(() => {
    if (own.current.includes(search)) {
      if (own.current.at(-1) === search) own.current = [search];
      return;
    }
    own.current = [search];
    setFilter(read(new URLSearchParams(search)));
  });
  const show = (next: Filter) => {
    const url = address(next);
    own.current.push(new URL(url, location.href).searchParams.toString());
    setFilter(next);
    window.history.replaceState(null, "", url);
  };
  return [filter, show];
}
