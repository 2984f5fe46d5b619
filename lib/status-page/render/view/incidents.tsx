import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import type { PageModel, PageSettings, PublicIncident, PublicUpdate } from "@/lib/status-page/model/model";
import { around } from "../around";
import { STATE_CLASS } from "../style";
import { Markdown } from "./markdown";
import { Moment } from "./moment";

interface Shown {
  readonly incident: PublicIncident;
  readonly model: PageModel;
}

/** Shows what people found out after the incident. */
export function PostMortem({ incident, model }: Shown) {
  const { postMortem } = incident;
  if (!postMortem) return null;
  return (
    <section id="post-mortem">
      <h2>{wordsOf(model.settings).incident.postMortem}</h2>
      <p className="m">
        <Moment at={postMortem.publishedAt} model={model} />
      </p>
      <Markdown text={postMortem.content} />
    </section>
  );
}

/** Shows since when an incident is open, or when it started and how long it lasted. */
export function Times({ incident, model, today }: Shown & { today?: Date }) {
  const words = wordsOf(model.settings);
  const at = <Moment at={incident.startedAt} model={model} today={today} />;
  if (!incident.endedAt) return around(words.incident.since, { at });
  const seconds = (incident.endedAt.getTime() - incident.startedAt.getTime()) / 1000;
  return around(words.incident.lasted, { at, duration: words.duration(seconds) });
}

/** Returns the incident's progress in words. Without an update, it is only ongoing, resolved, or closed. */
export function progressText({ endedAt, endedBy, progress, updates }: PublicIncident, words: Words): string {
  if (endedBy) return words.incident.closed;
  if (endedAt) return words.progress.resolved;
  return updates.length === 0 ? words.incident.ongoing : words.progress[progress];
}

/** Lists up to four names, or three and how many more there are. */
export function affectedText(names: readonly string[], settings: Pick<PageSettings, "language">): string {
  const shown = names.length <= 4 ? names : [...names.slice(0, 3), wordsOf(settings).more(names.length - 3)];
  return listText(shown, settings.language);
}

/** A neutral title names this many components. */
const TITLED_NAMES = 2;

/** Returns whether the banner above an incident names all that it affects. */
function isInBanner({ affectedIds }: PublicIncident, model: PageModel): boolean {
  return (
    affectedIds.length === model.affected.length && model.affected.every(({ id }) => affectedIds.includes(id))
  );
}

/** Returns whether the only update came with the end, whose time follows from the line above it. */
function endsWithUpdate({ endedAt, updates: [latest, ...others] }: PublicIncident): boolean {
  if (!endedAt || !latest || others.length > 0) return false;
  return Math.abs(latest.publishedAt.getTime() - endedAt.getTime()) < 60_000;
}

interface IncidentCardProps extends Shown {
  /** The level of its heading: `h2` below the banner, else `h3`. */
  readonly level: "h2" | "h3";
  /** The day that a heading above it names. */
  readonly today?: Date;
}

/** Shows an incident with its latest update. */
export function IncidentCard({ incident, model, level, today }: IncidentCardProps) {
  const Heading = level;
  const latest = incident.updates[0];
  const href = `${model.settings.base}/incidents/${incident.slug}`;
  const ended = incident.endedAt !== null;
  const words = wordsOf(model.settings);
  // The line above names the day on which an ended incident began.
  const shownDay = today ?? (ended ? incident.startedAt : undefined);
  const isNamed = level === "h2" && isInBanner(incident, model);
  return (
    <article className="card inc">
      <Heading className={ended ? undefined : `st ${STATE_CLASS[incident.state]}`}>
        <a href={href}>{incident.title}</a>
      </Heading>
      <p className="m">
        <b>{progressText(incident, words)}</b> · <Times incident={incident} model={model} today={today} />
        {!isNamed &&
          incident.affected.length > (latest ? 0 : TITLED_NAMES) &&
          ` · ${words.incident.affects(affectedText(incident.affected, model.settings))}`}
      </p>
      {latest && <Markdown text={latest.content} />}
      <NextUpdate incident={incident} model={model} />
      {latest && !endsWithUpdate(incident) && (
        <p className="m">
          <Moment at={latest.publishedAt} model={model} today={shownDay} />
          {incident.updates.length > 1 && " · "}
          {incident.updates.length > 1 && (
            <a href={href}>{words.incident.allUpdates(incident.updates.length)}</a>
          )}
        </p>
      )}
      {incident.postMortem && (
        <p className="m">
          <a href={`${href}#post-mortem`}>{words.incident.postMortem}</a>
        </p>
      )}
    </article>
  );
}

/** Shows when the next update was promised, in amber once that has passed. */
export function NextUpdate({ incident, model }: Shown) {
  const { nextUpdateAt } = incident;
  if (!nextUpdateAt) return null;
  const isMissed = nextUpdateAt < model.now;
  const { nextUpdate, missedUpdate } = wordsOf(model.settings).incident;
  const at = <Moment at={nextUpdateAt} model={model} />;
  return (
    <p className={isMissed ? "due s3" : "due"}>{around(isMissed ? missedUpdate : nextUpdate, { at })}</p>
  );
}

/** Returns how long after the start an update came. Unlike "10 minutes ago", it stays true in a pre-rendered page. */
function afterText({ startedAt }: PublicIncident, { publishedAt }: PublicUpdate, words: Words): string {
  const seconds = (publishedAt.getTime() - startedAt.getTime()) / 1000;
  return seconds >= 60 ? ` · ${words.incident.after(words.duration(seconds))}` : "";
}

/** Shows every update of an incident, newest first. */
export function Timeline({ incident, model }: Shown) {
  const words = wordsOf(model.settings);
  if (incident.updates.length === 0) return <p className="m">{words.incident.noUpdates}</p>;
  return (
    <ol className="tl">
      {incident.updates.map((update) => (
        <li key={update.id}>
          <p>
            <b>{words.progress[update.progress]}</b>{" "}
            <span className="m">
              <Moment at={update.publishedAt} model={model} />
              {afterText(incident, update, words)}
            </span>
          </p>
          <Markdown text={update.content} />
        </li>
      ))}
    </ol>
  );
}
