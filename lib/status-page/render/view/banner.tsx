import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { STATE_WORDS } from "../format";
import type { PageModel } from "../model";
import { STATE_CLASS } from "../style";
import { Checked } from "./components";
import { affectedText } from "./incidents";
import { Moment } from "./moment";

/** Returns the state of the whole page in words. The document title uses it too. */
export function headline(model: PageModel): string {
  if (model.stale && !isTrouble(model.state)) return "No current data";
  if (model.state === "operational") return "All systems operational";
  if (model.state === "empty")
    return model.components.length === 0 ? "Nothing is monitored yet" : "No data yet";
  if (model.state === "maintenance") return "Maintenance in progress";
  return STATE_WORDS[model.state];
}

/** Returns the state that the banner shows: what hasn't been checked for a while isn't operational. */
export function bannerState({ stale, state }: PageModel): PageState {
  return stale && !isTrouble(state) ? "empty" : state;
}

/** Shows what is affected and since when, readable in two seconds. */
export function Banner({ model }: { model: PageModel }) {
  const { affected } = model;
  const starts = affected.flatMap((monitor) => (monitor.since ? [monitor.since.getTime()] : []));
  const since = starts.length > 0 ? new Date(Math.min(...starts)) : null;
  return (
    <div className={`card now ${STATE_CLASS[bannerState(model)]}`} role="status">
      <div>
        <h1>{headline(model)}</h1>
        {affected.length > 0 && (
          <p>
            <b>{affectedText(affected.map((monitor) => monitor.name))}</b>
            {since && " since "}
            {since && <Moment at={since} model={model} />}
          </p>
        )}
        <Checked model={model} />
      </div>
    </div>
  );
}
