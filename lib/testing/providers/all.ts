import { APP_IDS } from "@/lib/contract/apps/app-id";
import type { Provider } from "./provider";

/** Emails need a mail server instead (smtp.ts). */
const WITHOUT_VENDOR = "email";

/** Returns the simulated vendors of all apps, each from the file named like its app. */
export async function allProviders(): Promise<Provider[]> {
  const files = APP_IDS.filter((app) => app !== WITHOUT_VENDOR).map((app) => app.replaceAll("_", "-"));
  const found = await Promise.all(files.map((file) => import(`./${file}.ts`)));
  return (found as { providers: Provider[] }[]).flatMap(({ providers }) => providers);
}
