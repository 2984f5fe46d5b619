/** The allowed merging windows. A file without the schema parser, for the form. */
export const MERGING_WINDOWS_MINUTES = [5, 10, 30, 60, 120, 180] as const;
