import { Fragment, type ReactNode } from "react";
import { isTrouble, type PageState, TROUBLES } from "@/lib/domain/status-pages/page-state";
import { MINUTE_MS } from "@/lib/shared/durations";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { type PageModel, worstAffected } from "@/lib/status-page/model/model";
import { around } from "../around";
import { STATE_CLASS } from "../style";
import { Checked, stateText } from "./components";
import { affectedText } from "./incidents";
import { Moment } from "./moment";

/** Returns the state of the whole page in words. The document title uses it too. */
export function headline(model: PageModel): string {
  const { home, states } = wordsOf(model.settings);
  if (model.stale && !isTrouble(model.state)) return home.noCurrentData;
  if (model.state === "operational")
    return model.unknown.length === 0 ? home.operational : home.noKnownProblems;
  if (model.state === "empty") return emptyHeadline(model);
  if (model.state === "maintenance") return home.maintenance;
  return states[model.state];
}

function emptyHeadline({ components, isIncomplete, settings, unknown }: PageModel): string {
  const { home } = wordsOf(settings);
  if (isIncomplete) return home.noCurrentData;
  if (components.length === 0) return home.nothingMonitored;
  return unknown.every((monitor) => monitor.unknown === "paused") ? home.paused : home.noDataYet;
}

/** Returns the components without a known state, by reason, while nothing worse or more general is said. */
function unknownText({ state, unknown, settings }: PageModel): string | null {
  if (state !== "operational" || unknown.length === 0) return null;
  const words = wordsOf(settings);
  const reasons = [...new Set(unknown.map((monitor) => stateText(monitor, words)))];
  const said = reasons.map((reason) => {
    const names = unknown.filter((monitor) => stateText(monitor, words) === reason).map(({ name }) => name);
    return words.labeled(affectedText(names, settings), words.inText(reason));
  });
  return said.join(" · ");
}

/** Returns the state that the banner shows: what hasn't been checked for a while isn't operational. */
export function bannerState({ stale, state }: PageModel): PageState {
  return stale && !isTrouble(state) ? "empty" : state;
}

/** Returns the affected components in a less bad state than the page, by state, the worst first. */
function otherText({ affected, state, settings }: PageModel): string | null {
  const words = wordsOf(settings);
  const said = TROUBLES.filter((other) => other !== state).flatMap((other) => {
    const names = affected.filter((monitor) => monitor.state === other).map(({ name }) => name);
    return names.length > 0 ? [words.labeled(words.states[other], affectedText(names, settings))] : [];
  });
  return said.length > 0 ? said.join(" · ") : null;
}

/** Shows the affected components and since when, readable in two seconds. */
export function Banner({ model }: { model: PageModel }) {
  const more = otherText(model) ?? unknownText(model);
  return (
    <div className={`card now ${STATE_CLASS[bannerState(model)]}`} role="status">
      <div>
        <h1>{headline(model)}</h1>
        <Worst model={model} />
        {more && <p>{more}</p>}
        <Checked model={model} />
      </div>
    </div>
  );
}

/** Starts within a minute read the same. */
const SAME_START_MS = MINUTE_MS;
/** An outage of more components than are named one by one spreads for some minutes, and has lasted since the first of them. */
const SPREAD_MS = 10 * MINUTE_MS;
const STARTS_MAX = 4;

/** Names the components that the headline is about, and since when: together if they share it, else each. */
function Worst({ model }: { model: PageModel }) {
  const worst = worstAffected(model);
  if (worst.length === 0) return null;
  const { settings } = model;
  const starts = worst.flatMap((monitor) => (monitor.since ? [monitor.since.getTime()] : []));
  const text = affectedText(
    worst.map(({ name }) => name),
    settings,
  );
  const names = <b>{text}</b>;
  const first = Math.min(...starts);
  const isMass = worst.length > STARTS_MAX;
  if (starts.length === worst.length && Math.max(...starts) - first < (isMass ? SPREAD_MS : SAME_START_MS))
    return <p>{sinceText(names, new Date(first), model)}</p>;
  if (isMass) return <p>{names}</p>;
  return (
    <p>
      {worst.map(({ id, name, since }, at) => (
        <Fragment key={id}>
          {at > 0 && " · "}
          {since ? sinceText(<b>{name}</b>, since, model) : <b>{name}</b>}
        </Fragment>
      ))}
    </p>
  );
}

function sinceText(names: ReactNode, since: Date, model: PageModel): ReactNode {
  const at = <Moment at={since} model={model} />;
  return around(wordsOf(model.settings).home.affectedSince, { names, at });
}
