import type { ReactNode } from "react";
import { pageHtml } from "./documents";
import type { ComponentModel, MonitorModel, PageModel, PageSettings } from "./model";
import { plainDocuments } from "./plain-document";

/** For who holds a link from a mail and may not see the page (any more): nothing of the page is on it. */
const neutral = plainDocuments("subscribe");

/** Below the page's base; also what forms point to. */
export const SUBSCRIBE_PATHS = {
  ask: "subscribe",
  confirm: "subscribe/confirm",
  manage: "subscribe/manage",
  leave: "subscribe/unsubscribe",
} as const;

/** Where a document stands: a page whose look and name it may show, or nothing but the prefix of its links. */
export type Place = PageSettings | { readonly base: string };

function documentOf(place: Place, title: string, body: ReactNode): string {
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

/** The form that asks for mails; with `wrong`, again after an address that is none. */
export function subscribeDocument(model: PageModel, wrong?: { email: string; components: number[] }): string {
  const { settings } = model;
  return documentOf(
    settings,
    "Get updates by e-mail",
    <>
      <p>
        We write when an incident is reported, when there is news of it and when it is over, and about planned
        maintenance.
      </p>
      <form method="post" action={`${settings.base}/${SUBSCRIBE_PATHS.ask}`}>
        <label>
          E-mail address
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
            That is no e-mail address. It looks like ada@example.com.
          </p>
        )}
        <Choice model={model} chosen={wrong?.components ?? []} />
        <p>
          <button className="btn go" type="submit">
            Subscribe
          </button>
        </p>
        <p className="m">You confirm by a link that we mail you. Every mail lets you leave with one click.</p>
      </form>
    </>,
  );
}

function Choice({ model, chosen }: { model: PageModel; chosen: readonly number[] }) {
  const count = model.components.reduce(
    (sum, item) => sum + (item.kind === "group" ? item.monitors.length : 1),
    0,
  );
  if (count < 2) return null;
  return (
    <fieldset>
      <legend>What about?</legend>
      <p className="m">Choose none to hear about everything, also about what is added later.</p>
      <div className="card all">
        {model.components.map((item) => (
          <ComponentChoice key={`${item.kind} ${item.name}`} item={item} chosen={chosen} />
        ))}
      </div>
    </fieldset>
  );
}

function ComponentChoice({ item, chosen }: { item: ComponentModel; chosen: readonly number[] }) {
  if (item.kind === "monitor") return <Option monitor={item} chosen={chosen} />;
  return (
    <fieldset>
      <legend>{item.name}</legend>
      {item.monitors.map((monitor) => (
        <Option key={monitor.id} monitor={monitor} chosen={chosen} />
      ))}
    </fieldset>
  );
}

function Option({ monitor, chosen }: { monitor: MonitorModel; chosen: readonly number[] }) {
  return (
    <label className="o">
      <input
        type="checkbox"
        name="component"
        value={monitor.id}
        defaultChecked={chosen.includes(monitor.id)}
      />
      {monitor.name}
    </label>
  );
}

/** The same for every address, known or not. */
export function askedDocument(settings: PageSettings, email: string): string {
  return documentOf(
    settings,
    "Look into your mailbox",
    <>
      <p>
        A mail to <b>{email}</b> is on its way. Open its link to confirm; nothing else is sent before.
      </p>
      <p className="m">
        Nothing there after a few minutes? Look into the spam folder. An address gets one such mail a day.
      </p>
      <p className="m">
        <a href={`${settings.base}/`}>Back to the page</a>
      </p>
    </>,
  );
}

/** A button, because scanners of mails open every link: only a POST counts (T28). */
export function confirmDocument(place: Place, token: string): string {
  return documentOf(
    place,
    "Confirm your subscription",
    <>
      <p>We then write to you about incidents and planned maintenance. You can leave at any time.</p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.confirm} token={token} label="Confirm" />
    </>,
  );
}

export function confirmedDocument(place: Place, token: string): string {
  return documentOf(
    place,
    "You are subscribed",
    <>
      <p>From now on we write to you. Every mail has a link to change that.</p>
      {"theme" in place && (
        <p className="m">
          <a href={`${place.base}/${SUBSCRIBE_PATHS.manage}?token=${token}`}>Choose what to hear about</a>
        </p>
      )}
    </>,
  );
}

export function manageDocument(
  model: PageModel,
  subscriber: { email: string; components: readonly number[]; token: string; saved: boolean },
): string {
  const { settings } = model;
  const { email, components, token, saved } = subscriber;
  return documentOf(
    settings,
    "Your subscription",
    <>
      <p>
        Mails go to <b>{email}</b>.
      </p>
      {saved && (
        <p role="status" className="card">
          Saved.
        </p>
      )}
      <form method="post" action={`${settings.base}/${SUBSCRIBE_PATHS.manage}`}>
        <input type="hidden" name="token" value={token} />
        <Choice model={model} chosen={components} />
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
      <p>No more mails to you, and your address is forgotten.</p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.leave} token={token} label="Unsubscribe" />
    </>,
  );
}

export function leftDocument(place: Place): string {
  return documentOf(place, "You are unsubscribed", <p>We write no more, and your address is forgotten.</p>);
}

/** A link that is none of ours, or whose subscription is gone. */
export function staleDocument(settings: PageSettings): string {
  return documentOf(
    settings,
    "This link does not work any more",
    <p>
      The subscription may have ended, or was not confirmed within seven days.{" "}
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
