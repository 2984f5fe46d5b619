import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageSettings } from "@/lib/status-page/model/model";
import { pageHtml } from "./documents";

/** The themes that visitors can choose. `all` follows their system. */
export const PAGE_THEMES = ["all", "light", "dark"] as const;

/** Renders the form in which a visitor chooses the theme. The server marks the chosen one for visitors who have the cookie. */
export function themeDocument(settings: PageSettings): string {
  const { theme, themes } = wordsOf(settings).frame;
  return pageHtml(
    {
      settings: { ...settings, indexed: false },
      title: `${theme} – ${settings.title}`,
      path: "/theme",
      description: settings.description,
      part: "choice",
    },
    <>
      <h1>{theme}</h1>
      <form action={`${settings.base}/theme`} method="post">
        {PAGE_THEMES.map((each) => (
          <button
            key={each}
            className="btn"
            type="submit"
            name="theme"
            value={each}
            aria-pressed={each === "all"}
          >
            {themes[each]}
          </button>
        ))}
      </form>
    </>,
  );
}
