import type { ReactNode } from "react";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel, PageSettings } from "@/lib/status-page/model/model";
import { around } from "./around";
import { pageHtml } from "./documents";
import { plainDocuments } from "./plain-document";
import { STATE_CLASS } from "./style";
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

/** The context of a document: a page whose theme and name it may show, or only the prefix of its links. */
export type Place = PageSettings | { readonly base: string; readonly language: PageLanguage };

/** Renders a document about subscriptions, neutral where the visitor may not see the page. */
export function documentOf(place: Place, title: string, body: ReactNode): string {
  const content = (
    <>
      <h1>{title}</h1>
      {body}
    </>
  );
  if (!("theme" in place)) return neutral(place.language, title, content);
  const frame = { title: `${title} – ${place.title}`, path: "/subscribe", description: place.description };
  return pageHtml({ ...frame, settings: { ...place, indexed: false }, part: "subscribe" }, content);
}

/** Renders the subscription form, with `wrong` again after an invalid address. */
export function subscribeDocument(model: PageModel, wrong?: { email: string; choice: Chosen }): string {
  const { settings } = model;
  const { subscription } = wordsOf(settings);
  return documentOf(
    settings,
    subscription.title,
    <>
      <p>{subscription.about}</p>
      <SubscribeForm
        model={model}
        path={SUBSCRIBE_PATHS.ask}
        label={subscription.address}
        input={{ type: "email", name: "email", maxLength: 254, autoComplete: "email" }}
        wrong={wrong && { value: wrong.email, choice: wrong.choice, text: subscription.invalid }}
        consent={subscription.consent}
      />
    </>,
  );
}

interface SubscribeFormProps {
  readonly model: PageModel;
  readonly path: string;
  readonly label: string;
  readonly input: {
    readonly type: string;
    readonly name: string;
    readonly maxLength: number;
    readonly autoComplete?: string;
  };
  readonly wrong?: { readonly value: string; readonly choice: Chosen; readonly text: string };
  readonly consent?: string;
}

/** Renders the form for an address of either kind, and what to send there. */
export function SubscribeForm({ model, path, label, input, wrong, consent }: SubscribeFormProps) {
  const { settings } = model;
  return (
    <form action={`${settings.base}/${path}`} method="post">
      <label>
        {label}
        <input {...input} required defaultValue={wrong?.value} aria-describedby={wrong && "wrong"} />
      </label>
      {wrong && (
        <p role="alert" id="wrong" className={STATE_CLASS.major_outage}>
          {wrong.text}
        </p>
      )}
      <Choice model={model} chosen={wrong?.choice} />
      <p>
        <button className="btn go" type="submit">
          {wordsOf(settings).frame.subscribe}
        </button>
      </p>
      {consent && <p className="m">{consent}</p>}
    </form>
  );
}

/** Renders the confirmation, which is the same for known and unknown addresses. */
export function askedDocument(settings: PageSettings, email: string): string {
  const { asked, back } = wordsOf(settings).subscription;
  return documentOf(
    settings,
    asked.title,
    <>
      <p>{around(asked.text, { email: <b>{email}</b> })}</p>
      <p className="m">{asked.missing}</p>
      <p className="m">
        <a href={`${settings.base}/`}>{back}</a>
      </p>
    </>,
  );
}

/** Asks for a click, because email scanners open every link. Only a POST confirms. */
export function confirmDocument(place: Place, token: string): string {
  const { confirm } = wordsOf(place).subscription;
  return documentOf(
    place,
    confirm.title,
    <>
      <p>{confirm.text}</p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.confirm} token={token} label={confirm.submit} />
    </>,
  );
}

export function confirmedDocument(place: Place, token: string): string {
  const { subscription, frame } = wordsOf(place);
  return documentOf(
    place,
    subscription.confirmed.title,
    <>
      <p>{subscription.confirmed.text}</p>
      {"theme" in place && (
        <p className="m">
          <a href={`${place.base}/${SUBSCRIBE_PATHS.manage}?token=${token}`}>{frame.chooseComponents}</a>
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
  const { manage, leave } = wordsOf(settings).subscription;
  return documentOf(
    settings,
    manage.title,
    <>
      <p>{around(manage.text, { email: <b>{address}</b> })}</p>
      {saved && (
        <p role="status" className="card">
          {manage.saved}
        </p>
      )}
      <form action={`${settings.base}/${SUBSCRIBE_PATHS.manage}`} method="post">
        <input type="hidden" name="token" value={token} />
        <Choice model={model} chosen={choice} />
        <p>
          <button className="btn go" type="submit">
            {manage.save}
          </button>
        </p>
      </form>
      <TokenForm place={settings} path={SUBSCRIBE_PATHS.leave} token={token} label={leave.title} quiet />
    </>,
  );
}

export function leaveDocument(place: Place, token: string): string {
  const { leave } = wordsOf(place).subscription;
  return documentOf(
    place,
    leave.title,
    <>
      <p>{leave.text}</p>
      <TokenForm place={place} path={SUBSCRIBE_PATHS.leave} token={token} label={leave.title} />
    </>,
  );
}

export function leftDocument(place: Place): string {
  const { left } = wordsOf(place).subscription;
  return documentOf(place, left.title, <p>{left.text}</p>);
}

/** Renders the answer to an invalid link or one whose subscription is gone. */
export function staleDocument(settings: PageSettings): string {
  const { stale } = wordsOf(settings).subscription;
  const again = settings.channels.includes("email") ? SUBSCRIBE_PATHS.ask : SUBSCRIBE_PATHS.askWebhook;
  return documentOf(
    settings,
    stale.title,
    <p>
      {stale.text} <a href={`${settings.base}/${again}`}>{stale.again}</a>
    </p>,
  );
}

function TokenForm(props: { place: Place; path: string; token: string; label: string; quiet?: boolean }) {
  const { place, path, token, label, quiet } = props;
  return (
    <form action={`${place.base}/${path}`} method="post">
      <input type="hidden" name="token" value={token} />
      <p>
        <button className={quiet ? "btn" : "btn go"} type="submit">
          {label}
        </button>
      </p>
    </form>
  );
}
