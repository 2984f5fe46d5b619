const FEW = 5;

/** Reads of the command palette: the records of each kind that match the text, or the newest. */
export function paletteReads(search: string) {
  const query = { search, per_page: FEW };
  return {
    monitors: { query: { ...query, sort: "name" as const } },
    incidents: { query: { ...query, sort: "-incident_at" as const } },
    windows: { query: { ...query, sort: "-starts_at" as const } },
    pages: { query },
  };
}
