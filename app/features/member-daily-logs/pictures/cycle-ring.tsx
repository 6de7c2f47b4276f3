import { useId } from 'react'
import { phases } from '#contract/words/daily-log.ts'
import { formatDate } from '~/lib/dates'
import { type Cycle, phaseRuns } from './cycle'
import { phaseFill } from './phase-look'
import { piece, pointAt } from './ring'

const outer = 104
const inner = 76

/** Text on the source of the cycle's length, and on days outside the period. */
export function lengthNote({ days, lengthFrom }: Cycle, from: string): string {
  const source = {
    ...{ prediction: '（次の月経の予測まで）', previous: '（ひとつ前の周期の長さ）' },
    usual: 'として表示しています',
  }[lengthFrom]
  const isCut = (days[0]?.date ?? from) < from
  return `${days.length}日周期${source}${isCut ? '。期間より前の日は空欄です' : ''}`
}

/** A cycle as a clockwise ring from the top, one segment per day; missing days are outlined, predicted ones hatched. */
export function CycleRing({ cycle: { days, newest } }: { cycle: Cycle }) {
  const hatchId = useId()
  const turn = (day: number) => day / days.length
  const marker = pointAt(turn(newest.day - 0.5), inner - 9)
  const runs = phaseRuns(days)
  const label = `周期 ${newest.day}日目（${formatDate(newest.date)}の記録）、${phases[newest.phase]}。${runs
    .map(({ phase, from, to }) => `${phases[phase]} ${from}〜${to}日目`)
    .join('、')}。数値は「表で見る」で確認できます。`
  return (
    <svg
      viewBox="-186 -138 372 276"
      role="img"
      aria-label={label}
      className="figures mx-auto block w-full max-w-md print:[print-color-adjust:exact]"
    >
      <defs>
        <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.6" height="6" className="fill-card" />
        </pattern>
      </defs>
      {days.map(({ day, phase, isPredicted }) => {
        const path = piece(turn(day - 1) + 0.0012, turn(day) - 0.0012, inner, outer)
        return phase === null ? (
          <path key={day} d={path} className="fill-muted/50" />
        ) : (
          <g key={day}>
            <path d={path} fill={phaseFill(phase)} />
            {isPredicted && <path d={path} fill={`url(#${hatchId})`} />}
          </g>
        )
      })}
      <path
        d={piece(turn(newest.day - 1), turn(newest.day), inner, outer)}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        className="stroke-foreground"
      />
      <circle cx={marker.x} cy={marker.y} r={3.5} className="fill-foreground" />
      {runs.map(({ phase, from, to }) => {
        const middle = turn((from - 1 + to) / 2)
        const { x, y } = pointAt(middle, outer + 12)
        // Two lines of label, above the point in the upper half and below it in the lower.
        const line = y - 3 + (y / (outer + 12)) * 10
        return (
          <g key={from} fontSize={13.5} textAnchor={x > 12 ? 'start' : x < -12 ? 'end' : 'middle'}>
            <text x={x} y={line} className="fill-foreground">
              {phases[phase]}
            </text>
            <text x={x} y={line + 15} fontSize={12} className="fill-muted-foreground">
              {from === to ? `${from}日目` : `${from}〜${to}日目`}
            </text>
          </g>
        )
      })}
      <g textAnchor="middle">
        <text y={-14} fontSize={22} className="fill-foreground font-semibold">
          {phases[newest.phase]}
        </text>
        <text y={12} fontSize={14} className="fill-foreground">
          周期 {newest.day}日目
        </text>
        <text y={32} fontSize={11.5} className="fill-muted-foreground">
          {formatDate(newest.date)}の記録
        </text>
      </g>
    </svg>
  )
}
