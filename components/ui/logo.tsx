/** Draws the logo mark: a lookout with arms wide under a beacon. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <path
        d="M6.5 12.5 16 26l9.5-13.5"
        fill="none"
        className="stroke-bg"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="9.5" r="3.9" className="fill-[light-dark(#9dadff,#3349c6)]" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 text-[15px] font-semibold tracking-tight">
      <Mark />
      Vedette
    </span>
  );
}
