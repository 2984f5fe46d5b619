import { plainDocuments } from "./plain-document";

const calm = plainDocuments("form");

/** A calm page that gives nothing away: no title, name, colour or logo of the page behind it. */
export function doorDocument(options: { action: string | null; wrong: boolean }): string {
  const title = options.action ? "Sign in to see this page" : "This page is private";
  return calm(
    title,
    <>
      <h1>{title}</h1>
      {options.action ? <Form action={options.action} wrong={options.wrong} /> : <Closed />}
    </>,
  );
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
