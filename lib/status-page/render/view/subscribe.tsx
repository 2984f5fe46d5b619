import type { PageSettings } from "../model";

/** Shows all ways to get updates, one tap away on the first screen. */
export function Subscribe({ settings }: { settings: PageSettings }) {
  const { base, channels, url } = settings;
  const has = (channel: string) => channels.some((known) => known === channel);
  if (!["email", "rss", "atom", "slack", "json"].some(has)) return null;
  return (
    <details className="sub">
      <summary className="btn">Get updates</summary>
      <ul className="card">
        {has("email") && (
          <li>
            <a href={`${base}/subscribe`}>Email</a>, for all or selected components
          </li>
        )}
        {has("slack") && (
          <li>
            Slack: enter <code>{`/feed subscribe ${url}/history.slack.rss`}</code> in a channel
          </li>
        )}
        {has("rss") && (
          <li>
            <a href={`${base}/history.rss`}>RSS feed</a> for any reader
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
      </ul>
    </details>
  );
}
