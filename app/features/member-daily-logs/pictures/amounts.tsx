interface ShareBarsProps {
  /** Label of the bar. */
  label: string
  items: readonly {
    key: string
    label: string
    /** The bar's length, 0–1. */
    share: number
    /** The amount in words. */
    text: string
  }[]
}

/** Horizontal bars with figures, so no separate table is needed. */
export const ShareBars = ({ label, items }: ShareBarsProps) => (
  <ul
    aria-label={label}
    className="figures grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm"
  >
    {items.map(({ key, label, share, text }) => (
      <li key={key} className="col-span-3 grid grid-cols-subgrid items-center">
        <span>{label}</span>
        <span aria-hidden className="h-3 rounded-xs bg-muted print:[print-color-adjust:exact]">
          <span
            className="block h-full rounded-xs bg-chart-bar print:[print-color-adjust:exact]"
            style={{ width: `${(Math.min(share, 1) * 100).toFixed(1)}%` }}
          />
        </span>
        <span className="text-right text-xs whitespace-nowrap">{text}</span>
      </li>
    ))}
  </ul>
)
