import { useId } from 'react'
import { flows, phases, symptoms } from '#contract/words/daily-log.ts'
import { type ValueOf, valuesOf } from '#contract/words/words.ts'
import { shortDay, todayInTokyo } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { newestCycle } from './cycle'
import { CycleRing, lengthNote } from './cycle-ring'
import { DayCalendar, type DayLook } from './day-calendar'
import { type DayColumn, DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { slotsOf } from './period'
import { phaseFill } from './phase-look'
import { Legend, NoLogs, PicturePanel } from './picture-panel'
import { periodText } from './texts'

type Menstrual = LogOf<'menstrual'>
type Flow = ValueOf<typeof flows>

/** The latest cycle as a ring, and the period as a calendar. Users who may only see phases get the calendar. */
export function MenstrualPictures({ days, from, to }: LogsOf<'menstrual'>) {
  const slots = slotsOf(days, from, to)
  const period = periodText(from, to)
  const logs = slots.flatMap(({ log }) => (log ? [log] : []))
  if (logs.length === 0) return <NoLogs />
  const cycle = newestCycle(slots)
  const hasFlow = logs.some(({ flow }) => flow !== null)
  const columns: DayColumn<Menstrual>[] = [
    { label: '周期', cell: ({ phase }) => phases[phase], isText: true },
    { label: '予測', cell: ({ isPredicted }) => (isPredicted ? '予測' : '–'), isText: true },
  ]
  const own: DayColumn<Menstrual>[] = [
    { label: '周期日', cell: ({ cycleDay }) => formatCount(cycleDay) },
    { label: '経血量', cell: ({ flow }) => (flow ? flows[flow] : '–'), isText: true },
    { label: '痛み（0〜4）', cell: ({ pain }) => formatCount(pain) },
    { label: '症状', cell: (log) => symptomsText(log) ?? 'なし', isText: true },
  ]
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        {cycle && (
          <PicturePanel
            title="最新の周期"
            note={lengthNote(cycle, from)}
            table={
              <DayTable
                label={`${shortDay(cycle.days[0]?.date ?? from)}からの周期`}
                slots={cycle.days.map(({ date }) => slots.find((slot) => slot.date === date) ?? { date, log: null })}
                columns={[...own.slice(0, 1), ...columns]}
              />
            }
          >
            <CycleRing cycle={cycle} />
          </PicturePanel>
        )}
        <PicturePanel
          title={hasFlow ? '月経カレンダー' : '周期のカレンダー'}
          note={hasFlow ? undefined : '共有されているのは周期だけです'}
          table={
            <DayTable
              label={`${period}の月経の記録`}
              slots={slots}
              columns={hasFlow ? [...own.slice(0, 1), ...columns, ...own.slice(1)] : columns}
            />
          }
          className={cycle ? undefined : 'max-w-3xl'}
        >
          <Legend
            className="mb-2"
            items={[
              ...valuesOf(phases).map((phase) => ({
                label: phases[phase],
                mark: (
                  <span
                    style={{ backgroundColor: phaseFill(phase) }}
                    className="inline-flex size-5 items-center justify-center rounded-xs text-[10px] text-foreground print:[print-color-adjust:exact]"
                  >
                    {phases[phase].slice(0, 1)}
                  </span>
                ),
              })),
              {
                label: '予測',
                mark: (
                  <span
                    className={`relative size-5 rounded-xs bg-chart-bar-quiet print:[print-color-adjust:exact] ${predictedEdge}`}
                  >
                    <Hatch />
                  </span>
                ),
              },
              ...(hasFlow
                ? (['light', 'medium', 'heavy'] as const).map((flow) => ({
                    label: `経血量 ${flows[flow]}`,
                    mark: <Drop flow={flow} />,
                  }))
                : []),
            ]}
          />
          <DayCalendar
            label={`${period}の${hasFlow ? '周期と経血量' : '周期'}のカレンダー`}
            slots={slots}
            today={todayInTokyo()}
            look={lookOf}
            sayDay={sayDay}
          />
        </PicturePanel>
      </div>
    </div>
  )
}

/** Phase as tint and initial letter, flow as the size of a drop. */
function lookOf({ phase, isPredicted, flow }: Menstrual): DayLook {
  return {
    mark: (
      <span className="inline-flex items-center gap-1">
        <span className={isPredicted ? 'rounded-xs bg-card px-0.5' : undefined}>{phases[phase].slice(0, 1)}</span>
        {flow && flow !== 'none' && <Drop flow={flow} />}
      </span>
    ),
    ground: isPredicted && <Hatch />,
    style: { backgroundColor: phaseFill(phase) },
    ...(isPredicted && { className: predictedEdge }),
  }
}

const predictedEdge = 'outline-1 -outline-offset-1 outline-input outline-dashed'

/** Stripes as SVG, since some PDF viewers cannot draw repeating gradients. */
function Hatch() {
  const id = useId()
  return (
    <svg aria-hidden className="absolute inset-0 size-full rounded-[inherit]">
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3.6" height="6" className="fill-card" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

const symptomsText = ({ symptoms: felt }: Menstrual) =>
  felt === null || felt.length === 0 ? null : felt.map((symptom) => symptoms[symptom]).join('、')

function sayDay(log: Menstrual): string {
  const { phase, isPredicted, cycleDay, flow, pain } = log
  const felt = symptomsText(log)
  return [
    phases[phase],
    isPredicted && '予測',
    cycleDay !== null && `周期 ${cycleDay}日目`,
    flow && `経血量 ${flows[flow]}`,
    pain !== null && `痛み ${pain}`,
    felt && `症状 ${felt}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const dropSizes: Record<Exclude<Flow, 'none'>, number> = { light: 7, medium: 10, heavy: 14 }

/** A drop, the larger the more. */
const Drop = ({ flow }: { flow: Exclude<Flow, 'none'> }) => (
  <svg
    viewBox="0 0 10 13"
    width={(dropSizes[flow] * 10) / 13}
    height={dropSizes[flow]}
    className="fill-foreground"
    aria-hidden
  >
    <path d="M5 0c2.4 3.6 4.4 5.7 4.4 8.3a4.4 4.4 0 1 1-8.8 0C.6 5.7 2.6 3.6 5 0z" />
  </svg>
)
