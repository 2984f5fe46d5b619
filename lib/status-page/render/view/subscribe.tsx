import type { PageSettings } from "../model";

/** Shows all ways to get updates in a panel above the page, which it doesn't move. */
export function Subscribe({ settings }: { settings: PageSettings }) {
  const { base, channels, url } = settings;
  const has = (channel: string) => channels.some((known) => known === channel);
  if (channels.length === 0) return null;
  return (
    <details className="sub">
      <summary className="btn">Get updates</summary>
      <ul className="card">
        {has("email") && (
          <li>
            <form method="post" action={`${base}/subscribe`}>
              <label>
                Email
                <input type="email" name="email" required maxLength={254} autoComplete="email" />
              </label>
              <button className="btn go" type="submit">
                Subscribe
              </button>
            </form>
            <a className="m" href={`${base}/subscribe`}>
              Choose components
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
            <a href={`${base}/history.rss`}>RSS feed</a>
          </li>
        )}
        {has("atom") && (
          <li>
            <a href={`${base}/history.atom`}>Atom feed</a>
          </li>
        )}
        {has("json") && (
          <li>
            <a href={`${base}/history.json`}>JSON feed</a>
          </li>
        )}
        {has("ical") && (
          <li>
            <a href={`${base}/maintenance.ics`}>Maintenance calendar</a>
          </li>
        )}
      </ul>
    </details>
  );
}
