/** The number of days of which a list of pages has the states. */
export const STATE_DAYS = 30;
