import { wordsOf } from "@/lib/status-page/languages/registry";
import { around } from "./around";
import type { PageModel, PageSettings } from "./model";
import { STATE_CLASS } from "./style";
import { Choice, type Chosen } from "./subscribe-choice";
import { documentOf, SUBSCRIBE_PATHS } from "./subscribe-documents";

/** Renders the form for a webhook, with `wrong` again after an unusable URL. */
export function webhookDocument(model: PageModel, wrong?: { url: string; choice: Chosen }): string {
  const { settings } = model;
  const { webhook, frame } = wordsOf(settings);
  return documentOf(
    settings,
    webhook.title,
    <>
      <p>{webhook.about}</p>
      <form action={`${settings.base}/${SUBSCRIBE_PATHS.askWebhook}`} method="post">
        <label>
          URL
          <input
            type="url"
            name="url"
            required
            maxLength={250}
            defaultValue={wrong?.url}
            aria-describedby={wrong && "wrong"}
          />
        </label>
        {wrong && (
          <p role="alert" id="wrong" className={STATE_CLASS.major_outage}>
            {webhook.invalid}
          </p>
        )}
        <Choice model={model} chosen={wrong?.choice} />
        <p>
          <button className="btn go" type="submit">
            {frame.subscribe}
          </button>
        </p>
      </form>
      <section>
        <h2>{webhook.how}</h2>
        <div className="md m">
          <p>{webhook.challenge}</p>
          <p>{webhook.verify}</p>
          <p>{webhook.end}</p>
        </div>
      </section>
    </>,
  );
}

/** Renders the secret, once. It is the same for URLs with and without a subscription. */
export function askedWebhookDocument(settings: PageSettings, url: string, secret: string): string {
  const { webhook, subscription } = wordsOf(settings);
  const { sent } = webhook;
  return documentOf(
    settings,
    sent.title,
    <>
      <p>{around(sent.text, { url: <b>{url}</b> })}</p>
      <p>{sent.secret}</p>
      <p className="card">
        <code>{secret}</code>
      </p>
      <p className="m">{sent.once}</p>
      <p className="m">
        <a href={`${settings.base}/`}>{subscription.back}</a>
      </p>
    </>,
  );
}
