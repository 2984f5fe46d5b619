/** A report spans at most this many years. */
export const MAX_REPORT_YEARS = 2;
