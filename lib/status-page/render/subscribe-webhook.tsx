import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel, PageSettings } from "@/lib/status-page/model/model";
import { around } from "./around";
import type { Chosen } from "./subscribe-choice";
import { documentOf, SUBSCRIBE_PATHS, SubscribeForm } from "./subscribe-documents";

/** Renders the form for a webhook, with `wrong` again after an unusable URL. */
export function webhookDocument(model: PageModel, wrong?: { url: string; choice: Chosen }): string {
  const { settings } = model;
  const { webhook } = wordsOf(settings);
  return documentOf(
    settings,
    webhook.title,
    <>
      <p>{webhook.about}</p>
      <SubscribeForm
        model={model}
        path={SUBSCRIBE_PATHS.askWebhook}
        label="URL"
        input={{ type: "url", name: "url", maxLength: 250 }}
        wrong={wrong && { value: wrong.url, choice: wrong.choice, text: webhook.invalid }}
      />
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
