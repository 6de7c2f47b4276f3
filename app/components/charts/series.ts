import type { Scale } from './scale'

/** A series' colour and pattern: 1 to 7 in their order in the chart, or a colour with a meaning of its own. */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'bar' | 'bar-quiet' | 'bar-hatched' | 'line' | 'bad'

/** What a chart draws for each of its points. */
export interface Series {
  key: string
  /** As in the legend and beside its value: 会費. */
  label: string
  /**
   * `step`: a line that keeps its value until the next point, as a share that survives. `range`: a bar from the value of
   * `from` to its own. `flag`: a triangle at the value. `arrow`: a triangle that points down to it.
   */
  as: 'bar' | 'range' | 'line' | 'step' | 'flag' | 'arrow'
  tone: Tone
  /** Bars of one stack are put upon each other. */
  stack?: string
  /** Key of the values where the bars of a `range` begin. */
  from?: string
  /** By the scale at the right. */
  isRight?: boolean
  /** A goal or a forecast. */
  isDashed?: boolean
  /** Every point of a line has a dot, and a bar of 0 is seen: unlike a missing value. */
  showsEach?: boolean
}

export type LegendItem = Pick<Series, 'key' | 'label' | 'as' | 'tone' | 'isRight' | 'isDashed'>

/** One place on the axis: a day, a month, a class. */
export interface ChartPoint {
  key: string
  /** As below the axis: 4月. */
  label: string
  /** A second line below the axis. */
  subLabel?: string
  /** Its name where there is room: 2026年4月. */
  name?: string
  /** Has its label in this colour, and its bars hatched. */
  day?: 'saturday' | 'holiday'
  /** By the key of the series; null: not known, a gap. */
  values: Record<string, number | null>
  /** The lines of its tooltip, instead of the values of the series. */
  facts?: readonly Fact[]
  /** A further line of its tooltip. */
  note?: string
}

/** Label and value in words. */
export type Fact = readonly [label: string, text: string]

/** Events at a point of the axis. */
export interface AxisMark {
  /** Of the point. */
  key: string
  /** The numbers of its events in the list below the chart. */
  first: number
  last: number
  /** A line of the point's tooltip each. */
  texts: string[]
}

export interface SeriesChartProps {
  /** The chart in words. */
  label: string
  points: readonly ChartPoint[]
  series: readonly Series[]
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
  /** The left scale, where it does not follow from the data. */
  scale?: Scale
  /** Keys of the points that have a label below the axis, where at most so many have room. */
  namedKeys?: (most: number) => string[]
  /** Dashed lines across the chart. */
  limits?: readonly { at: number; tone: Tone }[]
  /** The usual range; null: as far as the scale. */
  band?: { from: number; to: number | null } | undefined
  /** Events, as numbered lines above the bars; where there may be some, they have room. */
  marks?: readonly AxisMark[]
  /** What the legend lists instead of the series. */
  legend?: readonly LegendItem[]
}

/** Height of a chart in CSS pixels, unless it says another. */
export const usualHeight = 260
