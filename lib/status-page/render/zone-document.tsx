import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel } from "@/lib/status-page/model/model";
import { pageHtml } from "./documents";

/** Renders the form in which a visitor chooses the zone of times. `zones` are IANA names. */
export function zoneDocument({ settings }: PageModel, zones: readonly string[]): string {
  const { zone: words } = wordsOf(settings);
  const { timeZone, base } = settings;
  return pageHtml(
    {
      settings,
      title: `${words.title} – ${settings.title}`,
      path: "/time-zone",
      description: settings.description,
      part: "choice",
    },
    <>
      <h1>{words.title}</h1>
      <form action={`${base}/time-zone`} method="post">
        <label>
          {words.about}
          <select name="zone">
            {[timeZone, ...zones.filter((name) => name !== timeZone)].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </label>
        <p>
          <button className="btn go" type="submit">
            {words.save}
          </button>
        </p>
      </form>
    </>,
  );
}
