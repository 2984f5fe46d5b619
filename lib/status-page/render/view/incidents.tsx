import { markdownToHtml } from "@/lib/domain/core/markdown";
import { duration } from "@/lib/domain/core/wording";
import { PROGRESS_WORDS } from "../format";
import type { PageModel, PublicIncident, PublicUpdate } from "../model";
import { STATE_CLASS } from "../style";
import { Moment } from "./moment";

function Content({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml lets a closed set of tags through
  return <div className="md" dangerouslySetInnerHTML={{ __html: markdownToHtml(text) }} />;
}

/** Shows what people found out after the incident. */
export function PostMortem({ incident, model }: { incident: PublicIncident; model: PageModel }) {
  const { postMortem } = incident;
  if (!postMortem) return null;
  return (
    <section id="post-mortem">
      <h2>Post-mortem</h2>
      <p className="m">
        <Moment at={postMortem.publishedAt} model={model} />
      </p>
      <Content text={postMortem.content} />
    </section>
  );
}

/** Shows since when an incident is open, or when it started and how long it lasted. */
export function Times({ incident, model }: { incident: PublicIncident; model: PageModel }) {
  if (!incident.endedAt) {
    return (
      <>
        since <Moment at={incident.startedAt} model={model} />
      </>
    );
  }
  const seconds = (incident.endedAt.getTime() - incident.startedAt.getTime()) / 1000;
  return (
    <>
      <Moment at={incident.startedAt} model={model} />, lasted {duration(seconds)}
    </>
  );
}

/** Returns the incident's progress in words. Without an update, it is only ongoing or recovered. */
export function progressText({ endedAt, progress, updates }: PublicIncident): string {
  if (updates.length === 0) return endedAt ? "Recovered" : "Ongoing";
  return endedAt ? "Resolved" : PROGRESS_WORDS[progress];
}

export function affectedText(names: readonly string[]): string {
  if (names.length <= 4) return names.join(", ");
  return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

/** A neutral title names this many components. */
const TITLED_NAMES = 2;

/** Shows an incident with its latest update. `level` is the level of its heading. */
export function IncidentCard({
  incident,
  model,
  level,
}: {
  incident: PublicIncident;
  model: PageModel;
  level: "h2" | "h3";
}) {
  const Heading = level;
  const latest = incident.updates[0];
  const href = `${model.settings.base}/incidents/${incident.slug}`;
  const ended = incident.endedAt !== null;
  return (
    <article className={`card inc ${STATE_CLASS[ended ? "operational" : incident.state]}`}>
      <Heading>
        <a href={href}>{incident.title}</a>
      </Heading>
      <p className="m">
        <b>{progressText(incident)}</b> · <Times incident={incident} model={model} />
        {incident.affected.length > (latest ? 0 : TITLED_NAMES) &&
          ` · affects ${affectedText(incident.affected)}`}
      </p>
      {latest && <Content text={latest.content} />}
      <NextUpdate incident={incident} model={model} />
      {latest && (
        <p className="m">
          <Moment at={latest.publishedAt} model={model} />
          {incident.updates.length > 1 && " · "}
          {incident.updates.length > 1 && <a href={href}>{`All ${incident.updates.length} updates`}</a>}
        </p>
      )}
      {incident.postMortem && (
        <p className="m">
          <a href={`${href}#post-mortem`}>Post-mortem</a>
        </p>
      )}
    </article>
  );
}

/** Shows when the next update was promised, in amber once that has passed. */
export function NextUpdate({ incident, model }: { incident: PublicIncident; model: PageModel }) {
  const { nextUpdateAt } = incident;
  if (!nextUpdateAt) return null;
  const isMissed = nextUpdateAt < model.now;
  return (
    <p className={isMissed ? "due s3" : "due"}>
      {isMissed ? "The next update was due by" : "Next update by"} <Moment at={nextUpdateAt} model={model} />
    </p>
  );
}

/** Returns how long after the start an update came. Unlike "10 minutes ago", it stays true in a pre-rendered page. */
function afterText({ startedAt }: PublicIncident, { publishedAt }: PublicUpdate): string {
  const seconds = (publishedAt.getTime() - startedAt.getTime()) / 1000;
  return seconds >= 60 ? `, ${duration(seconds)} after the start` : "";
}

/** Shows every update of an incident, newest first. */
export function Timeline({ incident, model }: { incident: PublicIncident; model: PageModel }) {
  if (incident.updates.length === 0) return <p className="m">No updates have been posted.</p>;
  return (
    <ol className="tl">
      {incident.updates.map((update) => (
        <li key={update.id}>
          <p>
            <b>{PROGRESS_WORDS[update.progress]}</b>{" "}
            <span className="m">
              <Moment at={update.publishedAt} model={model} />
              {afterText(incident, update)}
            </span>
          </p>
          <Content text={update.content} />
        </li>
      ))}
    </ol>
  );
}
