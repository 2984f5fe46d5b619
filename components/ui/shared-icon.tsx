import type { LucideIcon } from "lucide-react";

const idOf = (icon: LucideIcon) => `icon-${icon.displayName}`;

/** Draws icons once, hidden, for the rows of a list that repeat them. */
export function IconDrawings({ icons }: { icons: readonly LucideIcon[] }) {
  return (
    <svg className="hidden" aria-hidden="true">
      {icons.map((Icon) => (
        <symbol key={idOf(Icon)} id={idOf(Icon)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

/** Shows an icon that `IconDrawings` has drawn. */
export function SharedIcon({ icon }: { icon: LucideIcon }) {
  return (
    <svg aria-hidden="true">
      <use href={`#${idOf(icon)}`} />
    </svg>
  );
}
