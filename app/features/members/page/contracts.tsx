import { useQuery } from '@tanstack/react-query'
import type { MemberPlan } from '#contract/member.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { contractFields } from '#contract/words/fields/member-facts.ts'
import { contractKinds } from '#contract/words/member.ts'
import { contractPaymentStatuses, paymentMethods } from '#contract/words/member-record.ts'
import { PlanName, ShopName } from '~/auth/record-links'
import { TabState } from '~/components/record/tab-state'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatMonth, todayInTokyo } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { contractStatusTone } from '../labels'
import { phaseOf } from './contract-phase'
import { plansQuery } from './queries'
import { type TabColumn, TabTable } from './tab-table'
import { type TimeAxis, timeAxis } from './time-axis'

/** All contracts with a timeline: plan changes, suspensions, transfers. */
export function Contracts({ userId }: { userId: string }) {
  const query = useQuery(plansQuery(userId))
  return (
    <TabState
      query={query}
      noun="契約"
      nothing={({ list }) => (list.length === 0 ? '契約はまだありません' : undefined)}
    >
      {({ list }) => (
        <>
          <TabTable
            label="契約"
            rows={list}
            columns={columnsOf(list)}
            isQuiet={({ endOn }) => endOn !== null && endOn < todayInTokyo()}
          />
          <Legend kinds={list.map(({ kind }) => kind)} />
        </>
      )}
    </TabState>
  )
}

function columnsOf(contracts: MemberPlan[]): TabColumn<MemberPlan>[] {
  const axis = timeAxis(contracts, todayInTokyo())
  const hasMoney = contracts.some(({ monthlyFee }) => monthlyFee !== undefined)
  const columns: (TabColumn<MemberPlan> | false)[] = [
    {
      id: 'plan',
      label: contractFields.plan,
      className: 'min-w-44',
      cell: (contract) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <PlanName id={contract.planId} name={contract.planName} isQuiet />
          {contract.kind !== 'regular' && <Chip>{contractKinds[contract.kind]}</Chip>}
        </span>
      ),
    },
    {
      id: 'status',
      label: '契約状態',
      className: 'whitespace-nowrap',
      cell: (contract) => (
        <>
          <Chip tone={contractStatusTone[contract.status]}>{phaseOf(contract, contracts)}</Chip>
          {contract.cancelRequestedOn && (
            <span className="mt-0.5 block text-xs text-muted-foreground">
              退会申出 {formatDate(contract.cancelRequestedOn)}
              {contract.cancelReason && <span className="block">{cancelReasons[contract.cancelReason]}</span>}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'shop',
      label: '店舗',
      className: 'whitespace-nowrap',
      cell: (contract) => (
        <>
          <ShopName shop={contract.shop} isQuiet />
          {isTransfer(contract, contracts) && <Chip className="ml-2">移籍</Chip>}
        </>
      ),
    },
    {
      id: 'period',
      label: '適用期間',
      className: 'whitespace-nowrap',
      cell: ({ startOn, endOn }) => (
        <>
          {formatDate(startOn)} 〜<span className="sm:block">{endOn && formatDate(endOn)}</span>
        </>
      ),
    },
    {
      id: 'time',
      label: '時間軸',
      head: <AxisHead axis={axis} />,
      className: 'relative w-2/5 min-w-64 px-0! max-sm:py-1',
      cell: (contract) => <Bar contract={contract} axis={axis} />,
    },
    hasMoney && {
      id: 'fee',
      label: contractFields.monthlyFee,
      align: 'right',
      cell: (contract) => <Fee contract={contract} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Whether the shop differs from the previous contract's. Newest first. */
function isTransfer(contract: MemberPlan, contracts: MemberPlan[]) {
  if (contract.kind === 'option') return false
  const before = contracts.find(({ kind, startOn }) => kind !== 'option' && startOn < contract.startOn)
  return before !== undefined && before.shop.id !== contract.shop.id
}

const Fee = ({ contract: { monthlyFee, paymentMethod, paymentStatus, paymentMonth } }: { contract: MemberPlan }) => (
  <>
    {formatYen(monthlyFee)}
    {paymentMethod && paymentStatus && (
      <span
        className={cn('block text-xs', paymentStatus === 'paid' ? 'text-muted-foreground' : 'font-medium text-bad')}
      >
        {paymentMethods[paymentMethod]}
        {paymentMonth && `・${formatMonth(paymentMonth.slice(0, 7))}分 ${contractPaymentStatuses[paymentStatus]}`}
      </span>
    )}
  </>
)

/** Axis of years or months. The bars are decorative: the periods are shown as text too. */
const AxisHead = ({ axis: { marks } }: { axis: TimeAxis }) => (
  <span className="relative block h-9">
    <span className="sr-only">時間軸</span>
    {marks.map(({ at, label }) => (
      <span
        key={label}
        aria-hidden
        style={{ left: `${at}%` }}
        className="figures absolute top-0 border-l pl-1 text-[11px] leading-9 font-normal"
      >
        {label}
      </span>
    ))}
  </span>
)

const striped =
  'bg-[repeating-linear-gradient(135deg,var(--warning)_0_3px,var(--warning-surface)_3px_8px)] ring-1 ring-warning ring-inset'
const barLook = {
  regular: 'bg-chart-bar',
  suspension: striped,
  option: 'bg-chart-bar-quiet ring-1 ring-chart-bar ring-inset',
}

const Bar = ({ contract, axis }: { contract: MemberPlan; axis: TimeAxis }) => {
  const { left, width, isOpen } = axis.placeOf(contract)
  return (
    <span aria-hidden className="relative block h-5 sm:absolute sm:inset-0 sm:h-auto">
      {axis.marks.map(({ at, label }) => (
        <span key={label} style={{ left: `${at}%` }} className="absolute inset-y-0 border-l" />
      ))}
      <span
        style={{ left: `${axis.today}%` }}
        className="absolute inset-y-0 border-l-2 border-dashed border-chart-line"
      />
      <span
        style={{ left: `${left}%`, width: `${width}%` }}
        className={cn(
          'absolute top-1/2 h-3.5 -translate-y-1/2 print:[print-color-adjust:exact]',
          isOpen ? 'rounded-l-sm' : 'rounded-sm',
          barLook[contract.kind],
        )}
      />
    </span>
  )
}

const Legend = ({ kinds }: { kinds: MemberPlan['kind'][] }) => (
  <p aria-hidden className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
    {(['regular', 'suspension', 'option'] as const)
      .filter((kind) => kinds.includes(kind))
      .map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          <span className={cn('h-3 w-5 rounded-sm print:[print-color-adjust:exact]', barLook[kind])} />
          {contractKinds[kind]}
        </span>
      ))}
    <span className="inline-flex items-center gap-1.5">
      <span className="h-3.5 border-l-2 border-dashed border-chart-line" />
      今日
    </span>
  </p>
)
