import type { PageModel, PageSettings } from "./model";
import { Choice, type Chosen } from "./subscribe-choice";
import { documentOf, SUBSCRIBE_PATHS } from "./subscribe-documents";

const STANDARD_WEBHOOKS = "https://www.standardwebhooks.com";

/** Renders the form for a webhook, with `wrong` again after an unusable URL. */
export function webhookDocument(
  model: PageModel,
  wrong?: { url: string; problem: string; choice: Chosen },
): string {
  const { settings } = model;
  return documentOf(
    settings,
    "Get updates by webhook",
    <>
      <p>
        We'll send a signed POST request with JSON, in the format of Statuspage, when an incident is reported,
        updated, or resolved, and about scheduled maintenance.
      </p>
      <form method="post" action={`${settings.base}/${SUBSCRIBE_PATHS.askWebhook}`}>
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
          <p role="alert" id="wrong">
            {wrong.problem}
          </p>
        )}
        <Choice model={model} chosen={wrong?.choice} />
        <p>
          <button className="btn go" type="submit">
            Subscribe
          </button>
        </p>
      </form>
      <section className="m">
        <h2>How it works</h2>
        <p>
          The first request has the type <code>subscription.challenge</code>. Return the value of{" "}
          <code>data.challenge</code> as text, or in a JSON object as <code>challenge</code>. A person can
          also open its <code>data.confirm_url</code>. Nothing else is sent before that.
        </p>
        <p>
          Verify the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{" "}
          <code>webhook-signature</code> with a library of <a href={STANDARD_WEBHOOKS}>Standard Webhooks</a>.
          Respond with a 2xx status within 10 seconds. Other requests are repeated for about five hours, with
          the same <code>webhook-id</code>. Unsubscribe by the link in <code>meta.unsubscribe</code>, or
          respond with 410.
        </p>
      </section>
    </>,
  );
}

/** Renders the secret, once. It is the same for URLs with and without a subscription. */
export function askedWebhookDocument(settings: PageSettings, url: string, secret: string): string {
  return documentOf(
    settings,
    "Add the secret to your receiver",
    <>
      <p>
        We've sent a challenge to <b>{url}</b>. Updates start once it is answered. We'll repeat it for about
        an hour.
      </p>
      <p>This secret verifies our requests. It isn't shown again.</p>
      <p className="card">
        <code>{secret}</code>
      </p>
      <p className="m">
        A URL has one subscription per page. If yours already has one, this secret won't be used: unsubscribe
        by the link in an update first.
      </p>
      <p className="m">
        <a href={`${settings.base}/`}>Back to the status page</a>
      </p>
    </>,
  );
}
