import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import type { PageSettings } from "@/lib/status-page/model/model";
import { plainDocuments } from "./plain-document";
import { STATE_CLASS } from "./style";

const calm = plainDocuments("password");

/**
 * Renders the form that asks for a page's password, under the page's own logo and in its colors. Where no password helps, `action` is
 * null, and the document is neutral: it reveals nothing of the page behind it.
 */
export function passwordDocument(options: {
  language: PageLanguage;
  action: string | null;
  wrong: boolean;
  settings?: PageSettings | null;
}): string {
  const { language, action, wrong, settings = null } = options;
  const { access } = wordsOf({ language });
  const title = action ? access.askPassword : access.private;
  return calm(
    language,
    title,
    <>
      <h1>{title}</h1>
      {action ? <Form action={action} wrong={wrong} access={access} /> : <p>{access.askLink}</p>}
    </>,
    action ? settings : null,
  );
}

interface FormProps {
  readonly action: string;
  readonly wrong: boolean;
  readonly access: Words["access"];
}

function Form({ action, wrong, access }: FormProps) {
  return (
    <form action={action} method="post">
      <label>
        {access.password}
        <input type="password" name="password" required autoComplete="current-password" maxLength={500} />
      </label>
      {wrong && (
        <p role="alert" className={STATE_CLASS.major_outage}>
          {access.wrong}
        </p>
      )}
      <p>
        <button className="btn" type="submit">
          {access.submit}
        </button>
      </p>
    </form>
  );
}
