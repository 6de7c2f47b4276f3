import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Doubled, HealthDouble } from '#contract/data-health.ts'
import type { InputOf } from '#contract/names.ts'
import { type DoubleContracts, doubleChecks, doubleContracts } from '#contract/words/data-health.ts'
import { MemberName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { mergeHealthDoubles, takeBackHealthDoubles } from '~/functions/data-health'
import { formatCount, formatYen } from '~/lib/format'
import { FoundRows, Row } from './found-members'
import { healthDoublesQuery, pageSize } from './queries'

type Of = Pick<InputOf<'dataHealth.doubles'>, 'check' | 'shopId'>

/** What becomes one, or two again, changes. */
export const stale = ['dataHealth', 'member', 'report', 'drillDown'] as const

const doubledText = ({ contracts, sales, yen, visits }: Doubled) =>
  [
    contracts > 0 && `契約${formatCount(contracts)}件`,
    sales > 0 && `売上${formatCount(sales)}件（${formatYen(yen)}）`,
    visits > 0 && `来館${formatCount(visits)}件`,
  ]
    .filter(Boolean)
    .join('・')

/** What is doubled because people are. */
export function Explained({ of }: { of: Doubled }) {
  const text = doubledText(of)
  if (!text) return null
  return <p className="figures mt-1 text-sm">このために二重: {text}。会員を統合すると、あわせて統合します。</p>
}

const count = (check: Of['check'], rows: number) => `${formatCount(rows)}${check === 'peopleTwice' ? '組' : '件'}`

/** Rows of a file beside those of the club system that they likely are, to be merged one by one or all. */
export function FoundDoubles(of: Of) {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    ...healthDoublesQuery({ ...of, offset, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  const mayMerge = useCan()('sync.run')
  const [chosen, setChosen] = useState<HealthDouble | 'all'>()
  const label = doubleChecks[of.check]
  const total = data?.paging.total ?? 0
  return (
    <>
      {mayMerge ? (
        total > 1 && (
          <Button
            variant="outline"
            className="mt-2 print:hidden"
            aria-haspopup="dialog"
            onClick={() => setChosen('all')}
          >
            すべて統合（{count(of.check, total)}）
          </Button>
        )
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">統合は、本部が行います。</p>
      )}
      <FoundRows
        label={label}
        data={data}
        error={error}
        onRetry={() => void refetch()}
        onOffset={setOffset}
        unit={of.check === 'peopleTwice' ? '組' : '件'}
      >
        {(row: HealthDouble) => (
          <Row key={row.id}>
            <span className="min-w-44">
              {row.member ? (
                <MemberName id={row.member.id}>{`${row.member.lastName} ${row.member.firstName}`}</MemberName>
              ) : (
                '会員以外'
              )}
            </span>
            <span>{row.shop.name}</span>
            <span className="figures wrap-anywhere">
              <span className="text-muted-foreground">ファイル: </span>
              {row.here}
            </span>
            <span className="figures wrap-anywhere">
              <span className="text-muted-foreground">会員管理システム: </span>
              {row.there}
            </span>
            {row.explains && doubledText(row.explains) && (
              <span className="figures">このために二重: {doubledText(row.explains)}</span>
            )}
            {!row.mayMerge ? (
              <span className="text-muted-foreground">
                会員管理システムの会員にスタッフの記録があるため、統合できません。
              </span>
            ) : (
              mayMerge && (
                <Button
                  variant="outline"
                  className="ml-auto print:hidden"
                  aria-haspopup="dialog"
                  aria-label={`${row.here}を統合`}
                  onClick={() => setChosen(row)}
                >
                  統合
                </Button>
              )
            )}
          </Row>
        )}
      </FoundRows>
      {chosen && <MergeDialog of={of} chosen={chosen} total={total} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface DialogProps {
  of: Of
  chosen: HealthDouble | 'all'
  total: number
  onClose: () => void
}

function MergeDialog({ of, chosen, total, onClose }: DialogProps) {
  const [contracts, setContracts] = useState<DoubleContracts>('until')
  const merge = useServerMutation(mergeHealthDoubles, {
    invalidates: stale,
    done: ({ rows }) => `${count(of.check, rows)}の統合を始めました。`,
    undo:
      ({ id }) =>
      () =>
        takeBackHealthDoubles({ data: { id } }),
  })
  const data = { ...of, contracts, ...(chosen !== 'all' && { ids: [chosen.id] }) }
  const decidesContracts =
    of.check === 'twoContracts' ||
    (of.check === 'peopleTwice' && (chosen === 'all' || (chosen.explains?.contracts ?? 0) > 0))
  return (
    <ConfirmDialog
      title="二重のデータの統合"
      check={() => mergeHealthDoubles({ data, ...rehearsal })}
      onYes={async () => {
        try {
          await merge.mutateAsync({ data })
        } catch (error) {
          notifyRefusal(error)
        } finally {
          onClose()
        }
      }}
      onNo={onClose}
    >
      <p className="figures font-medium wrap-anywhere">
        {chosen === 'all' ? `${doubleChecks[of.check]}のすべて（${count(of.check, total)}）` : chosen.here}
      </p>
      <p className="mt-2">
        {effects[of.check]}
        30日間は、この画面で元に戻せます。
      </p>
      {decidesContracts && (
        <fieldset className="mt-3 space-y-2">
          <legend className="font-medium">二重の契約の扱い</legend>
          {(Object.keys(doubleContracts) as DoubleContracts[]).map((one) => (
            <label key={one} className="flex items-start gap-3">
              <input
                type="radio"
                name="contracts"
                className="mt-0.5 size-4 shrink-0"
                checked={contracts === one}
                onChange={() => setContracts(one)}
              />
              {doubleContracts[one]}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  )
}

const effects: Record<Of['check'], string> = {
  peopleTwice:
    '2人の会員を1人にします。会員番号・氏名・連絡先は会員管理システムのものになり、日次ログ・メール・担当などの記録は残ります。同じ人のために二重の契約・売上・来館は、あわせて統合します。',
  twoContracts: 'ファイルから取り込んだ契約を変更します。会員管理システムの契約は変わりません。',
  salesTwice: '会員管理システムの売上を残し、ファイルから取り込んだ売上を除きます。',
  visitsTwice: '会員管理システムの来館を残し、ファイルから取り込んだ来館を除きます。',
}
