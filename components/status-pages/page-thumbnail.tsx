import { useId } from "react";
import { fillTheme } from "@/lib/contract/status-pages/fill-theme";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { STATE_DAYS } from "@/lib/contract/status-pages/state-days";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { BAR_SIZES, SHAPES } from "@/lib/presenters/status-pages/character";
import {
  bannerWord,
  cutText,
  type ShownPageState,
  type ThumbnailRow,
  thumbnailLook,
  thumbnailRows,
  thumbnailState,
} from "@/lib/presenters/status-pages/thumbnail";

type Look = ReturnType<typeof thumbnailLook>;
type State = ThumbnailRow["state"];

const WIDTH = 320;
const HEIGHT = 180;
const EDGE = 20;

/** Draws a page in its own colors and current state. An SVG, not an iframe, so it loads nothing. */
export function PageThumbnail({
  page,
  status,
}: {
  page: Pick<StatusPage, "title" | "theme" | "color_scheme">;
  status: ShownPageState | undefined;
}) {
  return (
    <Thumbnail
      title={page.title}
      theme={fillTheme(page.theme)}
      scheme={page.color_scheme}
      state={thumbnailState(status)}
      rows={thumbnailRows(status)}
      label={`Preview of ${page.title}`}
    />
  );
}

interface ThumbnailProps {
  title: string;
  theme: Theme;
  /** With `all`, the dashboard's. */
  scheme: StatusPage["color_scheme"];
  state: State;
  rows: readonly ThumbnailRow[];
  /** Null where text beside it says the same. */
  label: string | null;
}

/** Draws the header, the banner, and the first components of a page. */
export function Thumbnail({ title, theme, scheme, state, rows, label }: ThumbnailProps) {
  const look = thumbnailLook(theme, scheme, state);
  const { line, radius } = look;
  const step = theme.density === "compact" ? 17 : 27;
  const top = 84;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full"
      role="img"
      aria-label={label ?? ""}
      aria-hidden={label === null}
    >
      <rect width={WIDTH} height={HEIGHT} fill={look.background} />
      <g fontFamily={look.font}>
        <Header title={title} theme={theme} look={look} />
        <rect
          x={EDGE}
          y="44"
          width={WIDTH - 2 * EDGE}
          height="28"
          rx={radius}
          fill={look.banner}
          stroke={look.states[state]}
          strokeWidth={theme.border_width / 2}
          strokeOpacity="0.5"
        />
        <Mark state={state} look={look} x={29} y={51} size={14} />
        <text x="52" y="62" fontSize="11" fontWeight="600" fill={look.text}>
          {bannerWord(state)}
        </text>
        <rect
          x={EDGE}
          y={top}
          width={WIDTH - 2 * EDGE}
          height={Math.max(rows.length, 1) * step + 6}
          rx={radius}
          fill={look.card}
          stroke={line}
          strokeWidth={theme.border_width / 2}
        />
        {rows.map((row, index) => (
          <Row
            key={`${row.name} ${row.state}`}
            row={row}
            theme={theme}
            look={look}
            y={top + 4 + index * step}
          />
        ))}
      </g>
    </svg>
  );
}

function Header({ title, theme: { header }, look }: { title: string; theme: Theme; look: Look }) {
  const { text, cover, onCover, radius } = look;
  const isCentered = header === "centered";
  const color = header === "cover" ? onCover : text;
  return (
    <>
      {header === "cover" && <rect width={WIDTH} height="56" fill={cover} />}
      <text
        x={isCentered ? WIDTH / 2 : EDGE}
        y={isCentered ? 30 : 28}
        textAnchor={isCentered ? "middle" : "start"}
        fontSize={isCentered ? 15 : 12}
        fontWeight="600"
        fill={color}
      >
        {cutText(title, 28)}
      </text>
      {!isCentered && (
        <>
          <rect
            x="248"
            y="16"
            width="52"
            height="16"
            rx={Math.min(radius, 7)}
            fill="none"
            stroke={color}
            strokeOpacity="0.3"
          />
          <text x="274" y="26.5" textAnchor="middle" fontSize="7" fill={color}>
            Get updates
          </text>
        </>
      )}
    </>
  );
}

function Row({ row, theme, look, y }: { row: ThumbnailRow; theme: Theme; look: Look; y: number }) {
  const isDense = theme.density === "compact";
  const bars = isDense
    ? { x: 110, y: y + 5, width: 140, height: 7 }
    : { x: 30, y: y + 14, width: 260, height: BAR_SIZES[theme.bars].height * 5 };
  return (
    <>
      <text x="30" y={y + (isDense ? 11 : 10)} fontSize={isDense ? 7 : 8} fontWeight="600" fill={look.text}>
        {cutText(row.name, isDense ? 16 : 44)}
      </text>
      <Mark state={row.state} look={look} x={281} y={y + 3} size={9} />
      <Bars row={row} theme={theme} look={look} box={bars} />
    </>
  );
}

interface BarsProps {
  row: ThumbnailRow;
  theme: Theme;
  look: Look;
  box: { x: number; y: number; width: number; height: number };
}

/** Draws a bar per day. */
function Bars({ row, theme, look, box }: BarsProps) {
  const id = useId();
  const day = box.width / STATE_DAYS;
  const { filled } = BAR_SIZES[theme.bars];
  const rounded = filled === 1 ? Math.min(look.radius, box.height / 2) : 0;
  const starts = row.days.map((_, at) => row.days.slice(0, at).reduce((sum, { days }) => sum + days, 0));
  return (
    <>
      {rounded > 0 && (
        <clipPath id={id}>
          <rect {...box} rx={rounded} />
        </clipPath>
      )}
      <g clipPath={rounded > 0 ? `url(#${id})` : undefined}>
        {row.days.map(({ state, days }, at) => (
          <line
            key={starts[at]}
            x1={box.x + (starts[at] ?? 0) * day}
            x2={box.x + ((starts[at] ?? 0) + days) * day}
            y1={box.y + box.height / 2}
            y2={box.y + box.height / 2}
            stroke={state === "empty" ? look.noData : look.states[state]}
            strokeWidth={box.height}
            strokeDasharray={filled < 1 ? `${day * filled} ${day * (1 - filled)}` : undefined}
          />
        ))}
      </g>
    </>
  );
}

function Mark(props: { state: State; look: Look; x: number; y: number; size: number }) {
  const { state, look, x, y, size } = props;
  return (
    <path
      d={SHAPES[state]}
      fillRule="evenodd"
      fill={look.states[state]}
      transform={`translate(${x} ${y}) scale(${size / 24})`}
    />
  );
}
