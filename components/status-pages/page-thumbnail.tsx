import type { CurrentStatus, StatusPage } from "@/lib/contract/status-pages/pages";

/** Draws a thumbnail of the page in its own colors and current state. An SVG, not an iframe, so it loads nothing. */
export function PageThumbnail({
  page,
  status,
}: {
  page: Pick<StatusPage, "title" | "theme" | "color_scheme">;
  status: CurrentStatus | undefined;
}) {
  const palette = page.color_scheme === "dark" ? page.theme.dark : page.theme.light;
  const colorOf = (impact: string) =>
    impact in palette ? palette[impact as keyof typeof palette] : palette.empty;
  const rows = (status?.components ?? []).slice(0, 4);
  const radius = page.theme.rounded ? 4 : 0;
  return (
    <svg viewBox="0 0 320 150" className="block w-full" role="img" aria-label={`Preview of ${page.title}`}>
      <rect width="320" height="150" fill={palette.background} />
      <text x="20" y="28" fontSize="11" fontWeight="600" fill={palette.foreground}>
        {page.title.slice(0, 36)}
      </text>
      <rect
        x="20"
        y="40"
        width="280"
        height="22"
        rx={radius}
        fill={colorOf(status?.current_incident_impact ?? "empty")}
      />
      {rows.map((row, index) => (
        <g key={`${row.component_type}${row.name}`} transform={`translate(20 ${76 + index * 18})`}>
          <text y="8" fontSize="8" fill={palette.foreground}>
            {row.name.slice(0, 22)}
          </text>
          <circle cx="272" cy="5" r="4" fill={colorOf(row.current_incident_impact)} />
          <line x1="0" x2="280" y1="13.5" y2="13.5" stroke={palette.foreground_muted} strokeOpacity="0.2" />
        </g>
      ))}
    </svg>
  );
}
