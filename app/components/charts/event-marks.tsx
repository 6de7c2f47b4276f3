import { markHeight, type PlacedMark } from './mark-places'

/** The numbers of events above a chart, as in the list below it. */
export const EventMarks = ({ marks }: { marks: readonly PlacedMark[] }) =>
  marks.map(({ text, x, width }) => (
    <g key={text} transform={`translate(${x} 1)`} className="event-mark">
      <rect width={width} height={markHeight} rx={markHeight / 2} fill="var(--card)" stroke="var(--muted-foreground)" />
      <text x={width / 2} y={markHeight / 2} dy="0.355em" fontSize={11} textAnchor="middle" className="fill-foreground">
        {text}
      </text>
    </g>
  ))
