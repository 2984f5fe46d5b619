/** Written by the browser, read by the layouts, so that the server writes times as the viewer's clock shows them. */
export const ZONE_COOKIE = "vedette_zone";
