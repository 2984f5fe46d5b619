import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time/time";
import type { PageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { choiceWords } from "@/lib/presenters/status-pages/subscriber-words";

/** Shows a subscriber: what it chose, and what is wrong with it. */
export function SubscriberRow({
  subscriber,
  onRemove,
}: {
  subscriber: PageSubscriber;
  onRemove: () => void;
}) {
  const address = subscriber.email ?? subscriber.url ?? "";
  return (
    <li
      data-row
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate" title={address}>
          {address}
        </p>
        <p className="text-[13px] text-muted">
          {choiceWords(subscriber)} · <State subscriber={subscriber} />
        </p>
        {subscriber.last_error && subscriber.failing_since && (
          <p className="text-[13px] text-down">
            Failing since <Time at={subscriber.failing_since} />: {subscriber.last_error}
          </p>
        )}
      </div>
      <Button size="sm" variant="quiet" aria-label={`Remove ${address}`} onClick={onRemove}>
        Remove…
      </Button>
    </li>
  );
}

function State({ subscriber }: { subscriber: PageSubscriber }) {
  const { state, url, last_error, failing_since, confirmed_at, created_at } = subscriber;
  if (state === "disabled")
    return (
      <span className="font-medium text-down">
        disabled{last_error && !failing_since ? `: ${last_error}` : ""}
      </span>
    );
  if (state === "unconfirmed")
    return url === null
      ? "waiting for the person to confirm"
      : "waiting for the webhook to return the challenge";
  return (
    <>
      since <Time at={confirmed_at ?? created_at} as="date" />
    </>
  );
}
