import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { plainDocuments } from "./plain-document";
import { STATE_CLASS } from "./style";

const calm = plainDocuments("form");

/** Renders a neutral page that reveals nothing: no title, name, color, or logo of the page behind it. */
export function passwordDocument(options: {
  language: PageLanguage;
  action: string | null;
  wrong: boolean;
}): string {
  const { language, action, wrong } = options;
  const { access } = wordsOf(options);
  const title = action ? access.askPassword : access.private;
  return calm(
    language,
    title,
    <>
      <h1>{title}</h1>
      {action ? <Form action={action} wrong={wrong} access={access} /> : <p>{access.askLink}</p>}
    </>,
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
