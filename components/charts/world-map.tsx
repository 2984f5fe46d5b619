import type { ReactNode } from "react";
import type { Region } from "@/lib/contract/core/regions";
import { landPath, placeOnMap, WORLD } from "@/lib/presenters/runners/world";

const LAND = landPath();

/** A place on the map. */
export interface Place {
  region: Region;
  /** Text under the pointer, such as `Frankfurt: Online, 84 ms`. */
  title: string;
  /** Drawn around the point 0, 0; a step of the map is 1 wide. */
  mark: ReactNode;
  onPress?: () => void;
}

/** Draws a map of the world with marks. A list beside it says the same, so that the map itself is only for the eye. */
export function WorldMap({ places, className }: { places: readonly Place[]; className?: string }) {
  return (
    <svg
      viewBox={`-1 -1 ${WORLD.width + 1} ${WORLD.height + 1}`}
      className={className}
      aria-hidden="true"
      data-map="world"
    >
      <path
        d={LAND}
        fill="none"
        stroke="var(--control)"
        strokeOpacity={0.45}
        strokeWidth={0.62}
        strokeLinecap="round"
        strokeDasharray="0 1"
      />
      {places.map(({ region, title, mark, onPress }) => {
        const { x, y } = placeOnMap(region);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the map is the control
          <g
            key={region}
            transform={`translate(${x} ${y})`}
            onClick={onPress}
            className={onPress && "cursor-pointer"}
          >
            <title>{title}</title>
            {onPress && <circle r={1.8} fill="transparent" />}
            {mark}
          </g>
        );
      })}
    </svg>
  );
}
