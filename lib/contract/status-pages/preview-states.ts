/** States that a preview can show. */
export const PREVIEW_STATES = ["operational", "degraded_performance", "major_outage", "maintenance"] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];
