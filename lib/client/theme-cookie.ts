/** Written by the browser, read by the root layout. */
export const THEME_COOKIE = "vedette_theme";
