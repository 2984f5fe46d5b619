import { wordsOf } from "@/lib/status-page/languages/registry";
import { percentText, windowText } from "@/lib/status-page/render/format";
import { escapeHtml } from "@/lib/status-page/render/markup";
import { monitorsOf, type PageModel } from "@/lib/status-page/render/model";
import { imageColor, STATE_CLASS } from "@/lib/status-page/render/style";

const SHIELD_COLOR: Record<string, string> = {
  s0: "lightgrey",
  s1: "brightgreen",
  s2: "blue",
  s3: "yellow",
  s4: "orange",
  s5: "red",
};
const CACHE_SECONDS = 300;
const CHAR_WIDTH = 6.6;
const PADDING = 10;

/** Returns the state in words that fit into a badge. */
export function badgeText(model: PageModel): string {
  const { states, inText } = wordsOf(model.settings);
  return inText(states[model.state]);
}

/** Returns a badge in the Shields endpoint schema (https://shields.io/badges/endpoint-badge). */
export function shieldJson(model: PageModel, kind: "status" | "availability"): string {
  const { availability, settings, now } = model;
  const words = wordsOf(settings);
  const tracked = monitorsOf(model.components).map(({ trackedSince }) => trackedSince.getTime());
  const since = new Date(Math.min(now.getTime(), ...tracked));
  const isStatus = kind === "status";
  return JSON.stringify({
    schemaVersion: 1,
    label: isStatus ? settings.name : windowText(words.availability, since, model),
    message: isStatus ? badgeText(model) : words.inText(percentText(availability, settings.language)),
    color: isStatus ? SHIELD_COLOR[STATE_CLASS[model.state]] : availabilityColor(availability),
    cacheSeconds: CACHE_SECONDS,
  });
}

function availabilityColor(availability: number | null): string {
  if (availability === null) return "lightgrey";
  if (availability >= 99.9) return "brightgreen";
  return availability >= 99 ? "yellow" : "orange";
}

/** Renders a badge with the page's name and its state in words. */
export function badgeSvg(model: PageModel): string {
  const name = escapeHtml(model.settings.name);
  const said = badgeText(model);
  const left = Math.round([...model.settings.name].length * CHAR_WIDTH + PADDING * 2);
  const right = Math.round(said.length * CHAR_WIDTH + PADDING * 2);
  const color = imageColor(model.settings.theme, model.state);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${said}"><title>${name}: ${said}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="14">${name}</text><text x="${left + right / 2}" y="14" stroke="#000" stroke-opacity=".35" stroke-width=".6" paint-order="stroke">${said}</text></g></svg>`;
}
