/** The mark: a month's page that is also a speech bubble, with one day that matters. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--accent-fill)"
        d="M8 3h16a6 6 0 0 1 6 6v11a6 6 0 0 1-6 6h-8.2l-5.6 4.4c-.7.5-1.7 0-1.7-.8V26H8a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6Z"
      />
      <g fill="#fff">
        <rect x="7.5" y="8.5" width="4.5" height="4.5" rx="1.3" />
        <rect x="13.75" y="8.5" width="4.5" height="4.5" rx="1.3" />
        <rect
          x="20"
          y="8.5"
          width="4.5"
          height="4.5"
          rx="1.3"
          fill="var(--mantine-color-amber-4)"
        />
        <rect x="7.5" y="15.5" width="4.5" height="4.5" rx="1.3" />
        <rect x="13.75" y="15.5" width="4.5" height="4.5" rx="1.3" />
        <rect x="20" y="15.5" width="4.5" height="4.5" rx="1.3" opacity=".45" />
      </g>
    </svg>
  );
}
