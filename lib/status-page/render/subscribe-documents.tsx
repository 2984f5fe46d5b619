import type { ReactNode } from "react";
import { pageHtml } from "./documents";
import type { PageModel, PageSettings } from "./model";
import { plainDocuments } from "./plain-document";
import { Choice, type Chosen } from "./subscribe-choice";

/** For subscribers who can't access the page (anymore) but have a link from an email. Reveals nothing about the page. */
const neutral = plainDocuments("subscribe");

/** Paths below the page's base, also used by the forms. */
export const SUBSCRIBE_PATHS = {
  ask: "subscribe",
  askWebhook: "subscribe/webhook",
  confirm: "subscribe/confirm",
  manage: "subscribe/manage",
  leave: "subscribe/unsubscribe",
} as const;

/** Where a document is shown: a page whose theme and name it may show, or only the prefix of its links. */
export type Place = PageSettings | { readonly base: string };

/** Renders a document about subscriptions, neutral where the visitor may not see the page. */
export function documentOf(place: Place, title: string, body: ReactNode): string {
  const content = (
    <>
      <h1>{title}</h1>
      {body}
    </>
  );
  if (!("theme" in place)) return neutral(title, content);
  const frame = { title: `${title} – ${place.title}`, path: "/subscribe", description: place.description };
  return pageHtml({ ...frame, settings: { ...place, indexed: false }, part: "subscribe" }, content);
}

/** Renders the subscription form, with `wrong` again after an invalid address. */
export function subscribeDocument(model: PageModel, wrong?: { email: string; choice: Chosen }): string {
  const { settings } = model;
  return documentOf(
    settings,
    "Get updates by email",
    <>
      <p>
        We'll email you when an incident is reported, updated, or resolved, and about scheduled maintenance.
      </p>
      <form method="post" action={`${settings.base}/${SUBSCRIBE_PATHS.ask}`}>
        <label>
          Email address
          <input
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={wrong?.email}
            aria-describedby={wrong && "wrong"}
          />
        </label>
        {wrong && (
          <p role="alert" id="wrong">
            Enter a valid email address, such as ada@example.com.
          </p>
        )}
        <Choice model={model} chosen={wrong?.choice} />
        <p>
          <button className="btn go" type="submit">
            Subscribe
          </button>
        </p>
        <p className="m">
          We'll email you a link to confirm your subscription. You can unsubscribe from any email with one
          click.
        </p>
      </form>
    </>,
  );
}

/** Renders the confirmation, which is the same for known and unknown addresses. */
export function askedDocument(settings: PageSettings, email: string): string {
  return documentOf(
    settings,
    "Check your inbox",
    <>
      <p>
        We've sent an email to <b>{email}</b>. Open its link to confirm your subscription. Until then, we
        won't send you anything else.
      </p>
      <p className="m">
        Didn't get it after a few minutes? Check your spam folder. We send at most one confirmation email a
        day.
      </p>
      <p className="m">
        <a href={`${settings.base}/`}>Back to the status page</a>
      </p>
    </>,
  );
}

/** Asks for a click, because email scanners open every link. Only a POST confirms. */
export function confirmDocument(place: Place, token: string): string {
  return documentOf(
    place,
    "Confirm your subscription",
    <>
      <p>
        We'll send you updates about incidents and scheduled maintenance. You can unsubscribe at any time.
      </p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.confirm} token={token} label="Confirm" />
    </>,
  );
}

export function confirmedDocument(place: Place, token: string): string {
  return documentOf(
    place,
    "You're subscribed",
    <>
      <p>We'll send you updates from now on. Each one has a link to unsubscribe.</p>
      {"theme" in place && (
        <p className="m">
          <a href={`${place.base}/${SUBSCRIBE_PATHS.manage}?token=${token}`}>Choose components</a>
        </p>
      )}
    </>,
  );
}

export function manageDocument(
  model: PageModel,
  subscriber: { address: string; choice: Chosen; token: string; saved: boolean },
): string {
  const { settings } = model;
  const { address, choice, token, saved } = subscriber;
  return documentOf(
    settings,
    "Your subscription",
    <>
      <p>
        Updates are sent to <b>{address}</b>.
      </p>
      {saved && (
        <p role="status" className="card">
          Saved.
        </p>
      )}
      <form method="post" action={`${settings.base}/${SUBSCRIBE_PATHS.manage}`}>
        <input type="hidden" name="token" value={token} />
        <Choice model={model} chosen={choice} />
        <p>
          <button className="btn go" type="submit">
            Save
          </button>
        </p>
      </form>
      <TokenForm place={settings} path={SUBSCRIBE_PATHS.leave} token={token} label="Unsubscribe" quiet />
    </>,
  );
}

export function leaveDocument(place: Place, token: string): string {
  return documentOf(
    place,
    "Unsubscribe",
    <>
      <p>You won't get any more updates, and your address will be deleted.</p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.leave} token={token} label="Unsubscribe" />
    </>,
  );
}

export function leftDocument(place: Place): string {
  return documentOf(
    place,
    "You're unsubscribed",
    <p>You won't get any more updates, and your address has been deleted.</p>,
  );
}

/** Renders the answer to an invalid link or one whose subscription is gone. */
export function staleDocument(settings: PageSettings): string {
  return documentOf(
    settings,
    "This link no longer works",
    <p>
      The subscription may have ended, or it wasn't confirmed within seven days.{" "}
      <a href={`${settings.base}/${SUBSCRIBE_PATHS.ask}`}>Subscribe again</a>
    </p>,
  );
}

function TokenForm(props: { place: Place; path: string; token: string; label: string; quiet?: boolean }) {
  const { place, path, token, label, quiet } = props;
  return (
    <form method="post" action={`${place.base}/${path}`}>
      <input type="hidden" name="token" value={token} />
      <p>
        <button className={quiet ? "btn" : "btn go"} type="submit">
          {label}
        </button>
      </p>
    </form>
  );
}
