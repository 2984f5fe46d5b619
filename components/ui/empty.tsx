import type { ReactNode } from "react";

/** Renders an empty state with an optional next step. */
export function Empty({
  icon,
  title,
  level: Heading = "h2",
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  /** The level of its title: `h1` if it is the whole page. */
  level?: "h1" | "h2";
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted [&_svg]:size-5">
        {icon}
      </div>
      <Heading className="text-[15px] font-semibold">{title}</Heading>
      {children && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
