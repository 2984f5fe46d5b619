import { plainDocuments } from "./plain-document";

const calm = plainDocuments("form");

/** Renders a neutral page that reveals nothing: no title, name, color, or logo of the page behind it. */
export function passwordDocument(options: { action: string | null; wrong: boolean }): string {
  const title = options.action ? "Enter the password to view this page" : "This page is private";
  return calm(
    title,
    <>
      <h1>{title}</h1>
      {options.action ? <Form action={options.action} wrong={options.wrong} /> : <Closed />}
    </>,
  );
}

function Closed() {
  return <p>Ask the person who shared this address for an access link.</p>;
}

function Form({ action, wrong }: { action: string; wrong: boolean }) {
  return (
    <form action={action} method="post">
      <label>
        Password
        <input type="password" name="password" required autoComplete="current-password" maxLength={500} />
      </label>
      {wrong && <p role="alert">Wrong password. Try again.</p>}
      <p>
        <button className="btn" type="submit">
          Continue
        </button>
      </p>
    </form>
  );
}
