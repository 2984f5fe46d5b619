import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageSettings } from "@/lib/status-page/model/model";

/** Shows all ways to get updates in a panel above the page, which it doesn't move. */
export function Subscribe({ settings }: { settings: PageSettings }) {
  const { base, channels, url } = settings;
  const has = (channel: string) => channels.some((known) => known === channel);
  if (channels.length === 0) return null;
  const { frame } = wordsOf(settings);
  return (
    <details className="sub">
      <summary className="btn">{frame.getUpdates}</summary>
      <ul className="card">
        {has("email") && (
          <li>
            <form action={`${base}/subscribe`} method="post">
              <label>
                {frame.email}
                <input type="email" name="email" required maxLength={254} autoComplete="email" />
              </label>
              <button className="btn go" type="submit">
                {frame.subscribe}
              </button>
            </form>
            <a className="m" href={`${base}/subscribe`}>
              {frame.chooseComponents}
            </a>
          </li>
        )}
        {has("webhook") && (
          <li>
            <a href={`${base}/subscribe/webhook`}>Webhook</a>
          </li>
        )}
        {has("slack") && (
          <li>
            Slack
            <code>{`/feed subscribe ${url}/history.slack.rss`}</code>
          </li>
        )}
        {has("rss") && (
          <li>
            <a href={`${base}/history.rss`}>{frame.feed("RSS")}</a>
          </li>
        )}
        {has("atom") && (
          <li>
            <a href={`${base}/history.atom`}>{frame.feed("Atom")}</a>
          </li>
        )}
        {has("json") && (
          <li>
            <a href={`${base}/history.json`}>{frame.feed("JSON")}</a>
          </li>
        )}
        {has("ical") && (
          <li>
            <a href={`${base}/maintenance.ics`}>{frame.calendar}</a>
          </li>
        )}
      </ul>
    </details>
  );
}
