/** Limits of a theme's sizes, without the schema parser, so that the browser can import them. */
export const MAX_RADIUS_PX = 24;
export const MAX_BORDER_PX = 3;
