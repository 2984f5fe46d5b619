import config from "../../playwright.config";
import { wholeBrowser } from "./browsers";

/** For journeys that show what a browser with notifications offers. */
export const WHOLE_BROWSER = {
  launchOptions: { ...config.use?.launchOptions, executablePath: wholeBrowser() },
};
