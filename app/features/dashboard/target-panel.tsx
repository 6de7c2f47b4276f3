import { kpi } from '#contract/kpi.ts'
import type { MonthlyStats } from '#contract/report.ts'
import { InfoTip, type TipText } from '~/components/report/info-tip'
import { Panel } from '~/components/report/panel'
import { formatPercent } from '~/lib/format'
import { cn } from '~/lib/utils'
import { FigureLink } from './figure-link'
import { pointOf, shownFigure, type Value } from './figures'
import { FigureText } from './signed-text'
import { type Aim, aimBar, aimsOf, atEnd, attainment, isMet, landingFormula } from './targets'

const noTarget = 'この月の目標は登録されていません。'

/** Targets of the month, actual values, and the forecast of an open month. */
export function TargetPanel({ stats, className }: { stats: MonthlyStats; className?: string }) {
  const { target, landing, thisMonthReport, prevMonthToSameDay } = stats
  const isOpen = prevMonthToSameDay !== null
  const aims = aimsOf(stats)
  const toCome = landing !== null ? '着地見込' : aims.some(({ known }) => known !== null) && '予定を含む'
  return (
    <Panel
      title={isOpen ? '目標と着地見込' : '目標と実績'}
      aside={<Legend toCome={toCome} hasTarget={target !== null} />}
      className={className}
      empty={target === null && landing === null && noTarget}
    >
      <div className="@container">
        <ul className="grid gap-x-8 gap-y-4 @min-[560px]:grid-cols-2 @min-[1100px]:grid-cols-4">
          {aims.map((aim) => (
            <AimItem
              key={aim.key}
              aim={aim}
              hasLanding={landing !== null}
              actualName={aim.known === null ? '実績' : pointOf(thisMonthReport)}
            />
          ))}
        </ul>
        <p className="pt-4 text-xs text-balance text-muted-foreground">
          {target === null && noTarget}
          {landing !== null &&
            `着地見込は、${Number(thisMonthReport.to.slice(8))}日までの実績と、直近12か月の進み方で計算しています。${errorText(landing.admissionsError)}`}
          {target !== null && !isOpen && '現在の目標設定と比べています。'}
        </p>
      </div>
    </Panel>
  )
}

/** The forecast's past error as text; empty with too few months. */
const errorText = (error: number | null) =>
  error === null ? '' : `同じ方法で同じ日に見込んだ入会の誤差は、この12か月の平均で${formatPercent(error)}でした。`

/** `toCome`: the name of what is hatched, if anything is. */
function Legend({ toCome, hasTarget }: { toCome: string | false; hasTarget: boolean }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      <li className="flex items-center gap-1.5">
        <span className="size-3 rounded-xs bg-chart-bar" />
        実績
      </li>
      {toCome && (
        <li className="flex items-center gap-1.5">
          <span className={cn('size-3 rounded-xs', hatched)} />
          {toCome}
        </li>
      )}
      {hasTarget && (
        <li className="flex items-center gap-1.5">
          <span className="h-3.5 w-0.5 bg-foreground" />
          目標
        </li>
      )}
    </ul>
  )
}

const hatched =
  'border border-chart-bar bg-[repeating-linear-gradient(45deg,var(--chart-bar)_0_2px,var(--chart-bar-quiet)_2px_5px)]'
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

interface AimItemProps {
  aim: Aim
  hasLanding: boolean
  /** 実績; of what a running month's end changes its date. */
  actualName: string
}

function AimItem({ aim, hasLanding, actualName }: AimItemProps) {
  const bar = aimBar(aim)
  // 退会 and 期末在籍 change on the month's last day: only what is to come shows whether the target will be met.
  const end = atEnd(aim)
  const isAhead = end !== null
  // As the legend has it: solid to 実績, hatched to 着地見込, whichever is longer.
  const isFalling = isAhead && bar.landing < bar.actual
  const counted = end ?? aim.actual
  const reached = attainment(counted, aim.target)
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <div className="flex items-center gap-1">
          <h3 className="font-medium">
            {kpi[aim.key].label}
            {aim.isLimit && <span className="text-muted-foreground">（上限）</span>}
          </h3>
          <InfoTip label={kpi[aim.key].label} text={formulaOf(aim)} />
        </div>
        <p className="figures whitespace-nowrap text-muted-foreground">
          <span className="text-xs">{measureOf(aim)}</span>{' '}
          <span className={cn('font-semibold', meaning(isMet(aim, counted), aim.isLimit))}>
            {formatPercent(reached)}
          </span>
        </p>
      </div>
      <div aria-hidden className="relative mt-1 h-4 overflow-hidden rounded-xs bg-muted">
        {bar.landing > bar.actual && (
          <span
            className={cn('absolute inset-y-0 left-0 rounded-xs', hatched)}
            style={{ width: percent(bar.landing) }}
          />
        )}
        <span className="absolute inset-y-0 left-0 rounded-xs bg-chart-bar" style={{ width: percent(bar.actual) }} />
        {isFalling && (
          <span
            className={cn('absolute inset-y-0 left-0 rounded-xs', hatched)}
            style={{ width: percent(bar.landing) }}
          />
        )}
        {bar.mark !== null && (
          <span
            className="absolute inset-y-0 w-0.5 bg-foreground outline-1 outline-card"
            style={{ left: percent(bar.mark) }}
          />
        )}
      </div>
      <dl className="figures mt-1 flex flex-wrap gap-x-4 text-xs">
        <Part label={aim.isLimit ? '上限' : '目標'} aim={aim} value={aim.target} />
        <Part label={actualName} aim={aim} value={aim.actual} linked />
        {isAhead && !hasLanding && (
          <Part label={aim.isLimit ? '届出を含む' : '予定を含む'} aim={aim} value={aim.known} />
        )}
        {hasLanding && <Part label="着地見込" aim={aim} value={aim.landing} attained={!isAhead} />}
      </dl>
    </li>
  )
}

function measureOf(aim: Aim): string {
  if (aim.isLimit) return atEnd(aim) === null ? '上限に対して' : '上限に対する見込'
  return atEnd(aim) === null ? '達成率' : '達成の見込'
}

/** A figure's formula, and that of its 着地見込 if any. */
const formulaOf =
  ({ key, landing }: Aim): TipText =>
  (formulas) =>
    landing === null ? formulas[key] : `${formulas[key]}\n着地見込: ${landingFormula[key]}`

interface PartProps {
  label: string
  aim: Aim
  value: Value
  attained?: boolean
  /** The figure whose rows it links to. */
  linked?: boolean
}

function Part({ label, aim, value, attained, linked }: PartProps) {
  const figure = shownFigure(aim.key, value)
  const reached = attained ? attainment(value, aim.target) : null
  return (
    <div className="flex gap-1 whitespace-nowrap">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-medium">
        {linked ? <FigureLink figure={figure} /> : <FigureText figure={figure} />}
        {figure.unit}
        {reached !== null && (
          <span className={meaning(isMet(aim, value), aim.isLimit)}>（{formatPercent(reached)}）</span>
        )}
      </dd>
    </div>
  )
}

/** Green for a met target, red for an exceeded limit, neutral while it may still change. */
const meaning = (met: boolean | null, isLimit: boolean) =>
  cn(met && !isLimit && 'text-good', met === false && isLimit && 'text-bad', 'text-foreground')
