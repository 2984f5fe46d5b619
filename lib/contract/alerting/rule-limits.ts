/** The minutes for which an alert rule may wait between notifications. A file without the schema parser, for the form. */
export const RATE_LIMITS_MINUTES = [0, 5, 10, 30, 60, 180, 720, 1440] as const;
