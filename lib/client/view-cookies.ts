// Written by the browser, read by the root layout.

export const THEME_COOKIE = "vedette_theme";
/** The viewer's time zone, so that the server writes times as the viewer's clock shows them. */
export const ZONE_COOKIE = "vedette_zone";
