/** A series' colour and pattern: 1 to 7, in their order in the chart. */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** What a chart draws for each of its points. */
export interface Series {
  key: string
  /** As in the legend and beside its value: 会費. */
  label: string
  /** `step`: a line that keeps its value until the next point, as a share that survives. */
  as: 'bar' | 'line' | 'step'
  tone: Tone
  /** Bars of one stack are put upon each other. */
  stack?: string
  /** By the scale at the right. */
  isRight?: boolean
  /** A goal or a forecast. */
  isDashed?: boolean
}

/** One place on the axis: a day, a month, a class. */
export interface ChartPoint {
  key: string
  /** As below the axis: 4月. */
  label: string
  /** A second line below the axis. */
  subLabel?: string
  /** Its name where there is room: 2026年4月. */
  name?: string
  /** By the key of the series; null: not known, a gap. */
  values: Record<string, number | null>
  /** A further line of its tooltip. */
  note?: string
}

/** Events at a point of the axis. */
export interface AxisMark {
  /** Of the point. */
  key: string
  /** As in the list below the chart: 1, or 2–4. */
  label: string
  /** A line of the point's tooltip each. */
  texts: string[]
}

export interface SeriesChartProps {
  /** The chart in words. */
  label: string
  points: ChartPoint[]
  series: Series[]
  /** Writes a value of the left scale, of its marks and in the tooltip. */
  format: (value: number) => string
  /** Writes a value of the right scale. */
  formatRight?: (value: number) => string
  /** Shorter marks of the left scale: without their unit. */
  formatMark?: (value: number) => string
  /** Pixels; the frame has it before the chart is drawn. */
  height?: number
  /** Bars from the left to the right, a row a point. */
  isSideways?: boolean
  /** Width of the labels of a sideways chart, in pixels. */
  labelWidth?: number
  /** Stacked bars fill the height: values are shares of their sum. */
  isShare?: boolean
  /** The largest value of the left scale, where it is not that of the data: 1 of a share. */
  max?: number
  /** Events, as numbered lines above the bars. */
  marks?: readonly AxisMark[]
}
