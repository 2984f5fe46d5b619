import { STATE_WORDS } from "../format";
import type { PageModel } from "../model";
import { STATE_CLASS } from "../style";
import { Checked } from "./components";
import { affectedText } from "./incidents";
import { Moment } from "./moment";

/** Returns the state of the whole page in words. The document title uses it too. */
export function headline(model: PageModel): string {
  if (model.state === "operational") return "All systems operational";
  if (model.state === "empty")
    return model.components.length === 0 ? "Nothing is monitored yet" : "No data yet";
  if (model.state === "maintenance") return "Maintenance in progress";
  return STATE_WORDS[model.state];
}

/** Shows what is affected and since when, readable in two seconds. */
export function Banner({ model }: { model: PageModel }) {
  const { affected } = model;
  const starts = affected.flatMap((monitor) => (monitor.since ? [monitor.since.getTime()] : []));
  const since = starts.length > 0 ? new Date(Math.min(...starts)) : null;
  return (
    <div className={`card now ${STATE_CLASS[model.state]}`} role="status">
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
