/** The number of days of which a list of pages has the states. */
export const STATE_DAYS = 30;

/** How many of a page's components its thumbnail has room for. */
export const THUMBNAIL_COMPONENTS = 4;
