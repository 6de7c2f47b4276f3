import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { DifferenceRow, ReconciledRow } from '#contract/reconciliation.ts'
import {
  differenceClasses,
  differenceReasons,
  type ReconciledFigure,
  reconciledFigures,
} from '#contract/words/reconciliation.ts'
import { MemberName } from '~/auth/record-links'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { differenceOf } from './amounts'
import { differenceRowsQuery, pageSize } from './queries'

interface DifferencesProps {
  of: ReconciledRow
  month: string
  shopId: string | undefined
  onClose: () => void
}

/** What a difference consists of: each reason with its sentence and whom it is about. */
export function Differences({ of, month, shopId, onClose }: DifferencesProps) {
  const { figure, difference, reasons, unclassified } = of
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card aria-labelledby={id} role="region">
      <CardHeader className="flex items-center justify-between gap-3">
        <h2 id={id} ref={heading} tabIndex={-1} className="scroll-my-20 text-base font-semibold">
          {reconciledFigures[figure].label}の差 {differenceOf(figure, difference)}
        </h2>
        <Button variant="ghost" aria-label="明細を閉じる" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </CardHeader>
      <CardContent className="space-y-4">
        {reasons.map((group, at) => (
          <Reason key={group.reason} of={group} figure={figure} month={month} shopId={shopId} isFirst={at === 0} />
        ))}
        {unclassified !== null && unclassified !== 0 && (
          <p className="text-sm">
            <Chip tone="warning">未分類</Chip>{' '}
            <span className="figures font-semibold">{differenceOf(figure, unclassified)}</span>{' '}
            理由が分からず、明細はありません。下の「未分類が残るとき」を確認してください。
          </p>
        )}
      </CardContent>
    </Card>
  )
}

interface ReasonProps {
  of: ReconciledRow['reasons'][number]
  figure: ReconciledFigure
  month: string
  shopId: string | undefined
  isFirst: boolean
}

function Reason({ of: { reason, rows, amount }, figure, month, shopId, isFirst }: ReasonProps) {
  const [isOpen, setIsOpen] = useState(isFirst)
  const id = useId()
  const { class: of, sentence } = differenceReasons[reason]
  const Icon = isOpen ? ChevronDown : ChevronRight
  const unit = reconciledFigures[figure].unit === '名' ? '名' : '件'
  return (
    <section>
      <p className="text-sm">
        <Chip>{differenceClasses[of]}</Chip>{' '}
        <span className="figures font-semibold">{differenceOf(figure, amount)}</span> {sentence}
      </p>
      <Button
        variant="ghost"
        className="-ml-2 px-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon aria-hidden />
        明細（{formatCount(rows)}
        {unit}）
      </Button>
      <div id={id}>
        {isOpen && <Rows input={{ month, figure, reason, ...(shopId && { shopId }) }} label={sentence} unit={unit} />}
      </div>
    </section>
  )
}

interface RowsProps {
  input: Omit<Parameters<typeof differenceRowsQuery>[0], 'offset' | 'limit'>
  label: string
  unit: string
}

function Rows({ input, label, unit }: RowsProps) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    ...differenceRowsQuery({ ...input, offset, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FailedState title="明細を表示できませんでした" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="mt-2 h-24 w-full" />
      </div>
    )
  const { count, total } = data.paging
  return (
    <>
      <ul aria-label={label} className="mt-1 divide-y rounded-md border text-sm">
        {data.list.map((row) => (
          <li key={keyOf(row)} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-2">
            <Subject row={row} />
            <span className="figures ml-auto">{differenceOf(input.figure, row.amount)}</span>
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <div className="mt-2 flex items-center gap-3 text-sm print:hidden">
          <Button variant="outline" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
            前の{pageSize}
            {unit}
          </Button>
          <Button variant="outline" disabled={offset + count >= total} onClick={() => setOffset(offset + pageSize)}>
            次の{pageSize}
            {unit}
          </Button>
          <span className="figures text-muted-foreground">
            {formatCount(offset + 1)}–{formatCount(offset + count)} / {formatCount(total)}
            {unit}
          </span>
        </div>
      )}
    </>
  )
}

const keyOf = ({ member, sale, lesson, amount }: DifferenceRow) =>
  [sale?.number, sale?.settledOn, lesson?.room, lesson?.startAt, member?.userId, amount].join(' ')

/** Whom or what a row is about. */
function Subject({ row: { member, sale, lesson, importId } }: { row: DifferenceRow }) {
  return (
    <>
      {sale && (
        <>
          <span className="figures min-w-32">売上ID {sale.number ?? '–'}</span>
          <span className="figures text-muted-foreground">精算日 {formatDate(sale.settledOn)}</span>
        </>
      )}
      {lesson && (
        <>
          <span className="min-w-32">{lesson.room ?? 'ルームなし'}</span>
          <span className="figures text-muted-foreground">
            {formatDate(lesson.startAt.slice(0, 10))} {lesson.startAt.slice(11)}
          </span>
        </>
      )}
      {member && (
        <>
          <span className="min-w-32">
            <MemberName id={member.userId}>{`${member.lastName} ${member.firstName}`}</MemberName>
          </span>
          <span className="figures text-muted-foreground">{member.memberNo}</span>
          <span>{member.shopName}</span>
          {!sale && (
            <span className="figures text-muted-foreground">
              入会日 {member.joinedOn ? formatDate(member.joinedOn) : '空欄'}・契約{' '}
              {member.startOn
                ? `${formatDate(member.startOn)}〜${member.endOn ? formatDate(member.endOn) : ''}`
                : 'なし'}
            </span>
          )}
        </>
      )}
      {sale && !member && <span className="text-muted-foreground">会員なし</span>}
      {importId && (
        <Link
          to="/other-settings/imports/$importId"
          params={{ importId }}
          className="font-medium text-primary underline underline-offset-4"
        >
          取り込み #{importId}
        </Link>
      )}
    </>
  )
}
