import { CheckCircle2 } from "lucide-react";
import type { ReactNode } from "react";

/** Shows one step of the onboarding, with its action at the right and details below. */
export function Step({
  icon,
  title,
  text,
  done,
  children,
  details,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  done: boolean;
  children?: ReactNode;
  details?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-surface p-4">
      <span
        className={`grid size-9 place-items-center rounded-lg [&_svg]:size-4.5 ${done ? "bg-up-soft text-up" : "bg-sunken text-muted"}`}
      >
        {done ? <CheckCircle2 aria-label="Done" /> : icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {text && <p className="truncate text-muted">{text}</p>}
      </div>
      {children}
      {details && <div className="w-full space-y-3">{details}</div>}
    </li>
  );
}
