import type { ReactElement } from "react";
import { type PageState, worstState } from "@/lib/domain/status-pages/page-state";
import { stateColors } from "@/lib/domain/status-pages/state-colors";
import { SHAPES } from "@/lib/presenters/status-pages/character";
import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { type PageModel, worstAffected } from "@/lib/status-page/model/model";
import { momentText } from "./format";
import { bannerState, headline } from "./view/banner";

/** The characters in the font: Latin with its extensions and common punctuation. The renderer would fetch others from Google. */
const DRAWABLE = /^[ -~\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2026]*$/;
const MAX_NAME_CHARS = 80;
const DAYS = 45;

/** Content of the image that social networks and chats show for a link to the page. */
export interface ShareImage {
  readonly name: string;
  readonly said: string;
  /** Affected components and since when; empty without an outage. */
  readonly since: string;
  /** The worst color of each of the last days, today at the right. */
  readonly days: readonly string[];
  readonly host: string;
  readonly shape: string;
  readonly color: string;
  readonly background: string;
  readonly foreground: string;
}

/** Returns the content of a page's image. Texts that can't be drawn are replaced by the host and left out. */
export function shareImage(model: PageModel): ShareImage {
  const { name, url, theme, colorScheme } = model.settings;
  const palette = colorScheme === "dark" ? theme.dark : theme.light;
  const state = bannerState(model);
  const { host } = new URL(url);
  const said = [headline(model), wordsOf({ language: "en" }).states[state]].find(isDrawable) ?? "";
  return {
    name: isDrawable(name) ? name.slice(0, MAX_NAME_CHARS) : host,
    said,
    since: sinceText(model),
    days: dayColors(model, stateColors(palette), palette.empty),
    host,
    shape: SHAPES[state],
    color: stateColors(palette)[state],
    background: palette.background,
    foreground: palette.foreground,
  };
}

/** Returns `Checkout and 2 more since 07:30 UTC`. */
function sinceText(model: PageModel): string {
  const worst = worstAffected(model);
  const starts = worst.flatMap(({ since }) => (since ? [since.getTime()] : []));
  const [first] = worst;
  if (!first || starts.length === 0) return "";
  const { home, more } = wordsOf(model.settings);
  const names =
    worst.length === 1 ? first.name : listText([first.name, more(worst.length - 1)], model.settings.language);
  const at = momentText(new Date(Math.min(...starts)), model.now, model.settings);
  const text = home.affectedSince.replace("{names}", names.slice(0, MAX_NAME_CHARS)).replace("{at}", at);
  return isDrawable(text) ? text : "";
}

function dayColors(
  { components }: PageModel,
  colors: Readonly<Record<Exclude<PageState, "empty">, string>>,
  none: string,
): string[] {
  const length = Math.min(
    DAYS,
    components.reduce((most, { days }) => Math.max(most, days.length), 0),
  );
  return Array.from({ length }, (_, index) => {
    const worst = worstState(
      components.map(({ days }) => days[days.length - length + index]?.state ?? "empty"),
    );
    return worst === "empty" ? none : colors[worst];
  });
}

function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}

/** Lays the image out, 1200 × 630. `logo` is a data URL. */
export function shareElement(image: ShareImage, logo: string | null): ReactElement {
  const { name, said, since, days, host, shape, color, background, foreground } = image;
  const fill = { display: "flex", flexDirection: "column", width: "100%", height: "100%" } as const;
  return (
    <div style={{ ...fill, background, color: foreground, borderLeft: `32px solid ${color}` }}>
      <div style={{ ...fill, padding: "72px 80px", justifyContent: "space-between" }}>
        {logo ? (
          <img
            src={logo}
            alt=""
            width={420}
            height={112}
            style={{ objectFit: "contain", objectPosition: "left" }}
          />
        ) : (
          <div style={{ fontSize: 56 }}>{name}</div>
        )}
        <div style={{ display: "flex", alignItems: "center" }}>
          <svg width={128} height={128} viewBox="0 0 24 24" aria-hidden="true">
            <path d={shape} fill={color} fillRule="evenodd" />
          </svg>
          <div
            style={{
              display: "flex",
              marginLeft: 40,
              fontSize: said.length > 26 ? 64 : 84,
              lineHeight: 1.15,
            }}
          >
            {said}
          </div>
        </div>
        {since && <div style={{ fontSize: 40 }}>{since}</div>}
        {days.length > 0 && (
          <div style={{ display: "flex", height: 64, width: "100%" }}>
            {days.map((day, at) => (
              <div
                key={at}
                style={{ flexGrow: 1, marginRight: 6, height: 64, background: day, borderRadius: 4 }}
              />
            ))}
          </div>
        )}
        <div style={{ fontSize: 36, opacity: 0.7 }}>{logo ? `${name} · ${host}` : host}</div>
      </div>
    </div>
  );
}
