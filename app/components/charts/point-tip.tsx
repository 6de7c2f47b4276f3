import type { AxisMark, ChartPoint, Fact, Series, SeriesChartProps } from './series'

interface PointTipProps extends Pick<SeriesChartProps, 'series' | 'format'> {
  point: ChartPoint
  mark: AxisMark | undefined
  formatRight: (value: number) => string
}

/** What is known of a point, for pointer, touch and arrow keys. */
export function PointTip({ point, mark, series, format, formatRight }: PointTipProps) {
  const ofSeries = ({ key, label, isRight }: Series): Fact => {
    const value = point.values[key]
    return [label, value == null ? '–' : (isRight ? formatRight : format)(value)]
  }
  return (
    <div
      role="status"
      className="figures max-w-72 rounded-md border bg-popover px-3 py-2 text-sm shadow-overlay print:hidden"
    >
      <p className="font-medium">{point.name ?? point.label}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-3 text-xs">
        {(point.facts ?? series.map(ofSeries)).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="text-right font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      {point.note && <p className="mt-1 text-xs text-muted-foreground">{point.note}</p>}
      {mark && (
        <ul className="mt-1 border-t pt-1 text-xs">
          {mark.texts.slice(0, 4).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {mark.texts.length > 4 && <li>ほか{mark.texts.length - 4}件</li>}
        </ul>
      )}
    </div>
  )
}
