import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { around } from "../around";
import type { PageModel } from "../model";
import { STATE_CLASS } from "../style";
import { Checked } from "./components";
import { affectedText } from "./incidents";
import { Moment } from "./moment";

/** Returns the state of the whole page in words. The document title uses it too. */
export function headline(model: PageModel): string {
  const { home, states } = wordsOf(model.settings);
  if (model.stale && !isTrouble(model.state)) return home.noCurrentData;
  if (model.state === "operational") return home.operational;
  if (model.state === "empty") return model.components.length === 0 ? home.nothingMonitored : home.noDataYet;
  if (model.state === "maintenance") return home.maintenance;
  return states[model.state];
}

/** Returns the state that the banner shows: what hasn't been checked for a while isn't operational. */
export function bannerState({ stale, state }: PageModel): PageState {
  return stale && !isTrouble(state) ? "empty" : state;
}

/** Shows what is affected and since when, readable in two seconds. */
export function Banner({ model }: { model: PageModel }) {
  const { affected, settings } = model;
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
        <Checked model={model} />
      </div>
    </div>
  );
}
