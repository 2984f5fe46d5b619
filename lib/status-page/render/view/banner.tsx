import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { around } from "../around";
import type { PageModel } from "../model";
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

function emptyHeadline({ components, settings, unknown }: PageModel): string {
  const { home } = wordsOf(settings);
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

/** Shows what is affected and since when, readable in two seconds. */
export function Banner({ model }: { model: PageModel }) {
  const { affected, settings } = model;
  const unknown = unknownText(model);
  const starts = affected.flatMap((monitor) => (monitor.since ? [monitor.since.getTime()] : []));
  const since = starts.length > 0 ? new Date(Math.min(...starts)) : null;
  const names = (
    <b>
      {affectedText(
        affected.map(({ name }) => name),
        settings,
      )}
    </b>
  );
  return (
    <div className={`card now ${STATE_CLASS[bannerState(model)]}`} role="status">
      <div>
        <h1>{headline(model)}</h1>
        {affected.length > 0 && (
          <p>
            {since
              ? around(wordsOf(settings).home.affectedSince, {
                  names,
                  at: <Moment at={since} model={model} />,
                })
              : names}
          </p>
        )}
        {unknown && <p>{unknown}</p>}
        <Checked model={model} />
      </div>
    </div>
  );
}
