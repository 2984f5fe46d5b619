import { UpdateText } from "@/components/incidents/updates/update-text";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { FilledFields } from "@/lib/presenters/incidents/template-draft";

/** Previews the incident being entered as visitors of a status page will read it. */
export function IncidentPreview({
  shown: { title, impact, update_state: state, update_content: content },
  names,
  startedAt,
  className = "",
}: {
  shown: FilledFields;
  names: readonly string[];
  startedAt: string | null;
  className?: string;
}) {
  return (
    <Card
      className={className}
      title="Preview"
      aside={<span className="text-[13px] text-muted">What visitors read</span>}
    >
      <section aria-label="Preview" className="space-y-3">
        <StateMark state={impact} />
        <div>
          <p className={`text-[16px] font-semibold break-words ${title ? "" : "text-muted"}`}>
            {title || "Title of the incident"}
          </p>
          <p className="text-[13px] break-words text-muted">
            {names.length > 0 && `${names.join(", ")} · `}
            {startedAt ? (
              <>
                since <Time at={startedAt} as="date" />
              </>
            ) : (
              "since now"
            )}
          </p>
        </div>
        {content ? (
          <div className="rounded-xl bg-sunken px-4 py-3">
            <p className="mb-1.5">
              <StateMark state={state} size="sm" />
            </p>
            <UpdateText text={content} />
          </div>
        ) : (
          <p className="text-muted">
            Until its first update is posted, status pages don't show this title. Say what users notice, what
            you know, and when you will write again.
          </p>
        )}
      </section>
    </Card>
  );
}
