import { READ_PATHS } from "@/lib/status-page/formats/statuspage-v2";
import { FONT_PATH } from "@/lib/status-page/render/style-character";
import { SUBSCRIBE_PATHS } from "@/lib/status-page/render/subscribe-documents";
import { BADGE_PATHS } from "./badge-representation";
import { EMBED_PATHS } from "./embed-representation";
import { IMAGE_PATH } from "./on-demand";
import { BASIC_PATHS } from "./representations";
import { ZONE_PATH } from "./time-zones";
import { THEME_PATH } from "./visitor-theme";

/** The paths that are made for other sites and programs, with a name that no page chooses. */
export const FOREIGN_PATHS = [IMAGE_PATH, ...EMBED_PATHS, ...BADGE_PATHS, ...READ_PATHS];

/** Every path below a page whose name doesn't depend on its components, incidents, dates, and images. */
export const FIXED_PATHS = [
  ...new Set([
    ...[...BASIC_PATHS, ...FOREIGN_PATHS, ...Object.values(SUBSCRIBE_PATHS)],
    ...["history", "languages", ZONE_PATH, THEME_PATH, "sitemap.xml", "sign-in", FONT_PATH],
  ]),
];
