import type { PageState } from "@/lib/domain/page-state";
import { STATE_CLASS } from "../style";

/** One shape a state, so that colour is never the only sign. 24 × 24, drawn once and used by reference. */
const SHAPES: Record<PageState, string> = {
  empty: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8.5 11v2h7v-2Z",
  operational: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm5 7.6-6 6.3-4-4 1.5-1.5 2.5 2.4 4.5-4.7Z",
  maintenance:
    "M4 3h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm4 5v8h2.5V8Zm5.5 0v8H16V8Z",
  degraded_performance: "M12 2 1.5 21h21Zm-1.2 6.5h2.4v6h-2.4Zm0 7.5h2.4v2.4h-2.4Z",
  partial_outage: "M12 1.5 22.5 12 12 22.5 1.5 12ZM7 10.7v2.6h10v-2.6Z",
  major_outage:
    "M8 2h8l6 6v8l-6 6H8l-6-6V8Zm.9 5.1L7.1 8.9l3.1 3.1-3.1 3.1 1.8 1.8 3.1-3.1 3.1 3.1 1.8-1.8-3.1-3.1 3.1-3.1-1.8-1.8-3.1 3.1Z",
};

/** The shapes of every state, defined once at the top of a page. */
export function IconShapes() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="k">
      <defs>
        {Object.entries(SHAPES).map(([state, path]) => (
          <path key={state} id={`i-${STATE_CLASS[state as PageState]}`} d={path} fillRule="evenodd" />
        ))}
      </defs>
    </svg>
  );
}

export function StateIcon({ state }: { state: PageState }) {
  return (
    <svg className="i" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <use href={`#i-${STATE_CLASS[state]}`} />
    </svg>
  );
}

/** The same shape as a file of its own: the page's favicon carries the state. */
export function faviconSvg(state: PageState, color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" fill-rule="evenodd" d="${SHAPES[state]}"/></svg>`;
}
