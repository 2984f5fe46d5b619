import { DEFAULT_THEME } from "@/lib/contract/theme";
import { toMarkup } from "./markup";
import { pageStyle } from "./style";

const STYLE = pageStyle({ theme: DEFAULT_THEME, colorScheme: "all", timeframe: 90 }, "form");

/** A calm page that gives nothing away: no title, name, colour or logo of the page behind it. */
export function doorDocument(options: { action: string | null; wrong: boolean }): string {
  const title = options.action ? "Sign in to see this page" : "This page is private";
  const markup = toMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants only */}
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main className="w">
          <h1>{title}</h1>
          {options.action ? <Form action={options.action} wrong={options.wrong} /> : <Closed />}
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${markup}`;
}

function Closed() {
  return <p>Ask whoever gave you this address for a link that opens it.</p>;
}

function Form({ action, wrong }: { action: string; wrong: boolean }) {
  return (
    <form method="post" action={action}>
      <label>
        Password
        <input type="password" name="password" required autoComplete="current-password" maxLength={500} />
      </label>
      {wrong && <p role="alert">That is not the password. Please try again.</p>}
      <p>
        <button className="btn" type="submit">
          Continue
        </button>
      </p>
    </form>
  );
}
