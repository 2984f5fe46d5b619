import type { ReactNode } from "react";
import {
  type StateShape as Shape,
  STATE_LOOKS,
  type StateTone,
  type StateWord,
} from "@/lib/presenters/core/states";
import { cn } from "./class-names";

/** The text and background color of each tone. */
export const TONES: Record<StateTone, string> = {
  up: "text-up bg-up-soft",
  down: "text-down bg-down-soft",
  part: "text-part bg-part-soft",
  warn: "text-warn bg-warn-soft",
  calm: "text-calm bg-calm-soft",
  idle: "text-muted bg-sunken",
};

const SHAPES: Record<Shape, ReactNode> = {
  circle: <circle cx="6" cy="6" r="5" />,
  square: <path d="M1 1h10v10H1z" />,
  diamond: <path d="M6 0l6 6-6 6-6-6z" />,
  triangle: <path d="M6 .5 12 11.5H0z" />,
  bars: <path d="M1.5 1h3.4v10H1.5zM7.1 1h3.4v10H7.1z" />,
  ring: (
    <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3 2" />
  ),
  quarter: <Progress filled="M6 6V2a4 4 0 0 1 4 4z" />,
  half: <Progress filled="M6 2a4 4 0 0 1 0 8z" />,
  most: <Progress filled="M6 6V2a4 4 0 1 1-4 4z" />,
  check: <Stroke path="M1.5 6.5 4.7 9.7 10.5 2.8" />,
  cross: <Stroke path="M2 2l8 8M10 2l-8 8" />,
};

/** A circle that fills up. */
function Progress({ filled }: { filled: string }) {
  return (
    <>
      <circle cx="6" cy="6" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d={filled} />
    </>
  );
}

function Stroke({ path }: { path: string }) {
  return (
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** Draws a state's shape in its color, 12 units wide, within another picture that says the state in words. */
export function StateShape({ state }: { state: StateWord }) {
  const look = STATE_LOOKS[state];
  return <g className={cn(TONES[look.tone], "fill-current")}>{SHAPES[look.shape]}</g>;
}

/** Shows a state by shape, color, and word, so that any one of them is enough. */
export function StateMark({
  state,
  size = "md",
  word = true,
}: {
  state: StateWord;
  size?: "md" | "sm";
  word?: boolean;
}) {
  const look = STATE_LOOKS[state];
  return (
    <span
      className={cn(
        "state-mark",
        TONES[look.tone],
        word ? (size === "md" ? "px-2.5 py-1 text-[13px]" : "px-2 py-0.5 text-xs") : "bg-transparent",
      )}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[look.shape]}
      </svg>
      {word ? look.word : <span className="sr-only">{look.word}</span>}
    </span>
  );
}
