import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Import, ImportRow } from '#contract/file-import.ts'
import { type ImportKind, type ImportOutcome, importOutcomes } from '#contract/words/import.ts'
import { ChoiceSwitch } from '~/components/choice-switch'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { formatCount } from '~/lib/format'
import { undoLabel } from './labels'
import { importRowsQuery, rowsPage } from './queries'

const shown = ['created', 'changed', 'missing', 'removed', 'kept', 'stale'] as const satisfies ImportOutcome[]

/** The rows of a file: what is new, and what changes in what. */
export function ChangedRows({ file: { id, kind, result, state } }: { file: Import }) {
  const counts = result?.counts
  const outcomes = shown.filter((outcome) => (counts?.[outcome] ?? 0) > 0)
  const [chosen, setChosen] = useState<ImportOutcome>()
  const [offset, setOffset] = useState<number>()
  const outcome = chosen ?? outcomes[0]
  const query = useQuery({
    ...importRowsQuery(id, { outcome, offset }),
    placeholderData: keepPreviousData,
    enabled: outcome !== undefined,
  })
  if (!counts || outcome === undefined) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>行ごとの内容</CardTitle>
        <ChoiceSwitch
          label="結果"
          value={outcome}
          choices={outcomes.map((one) => ({
            value: one,
            label: `${importOutcomes[one]} ${formatCount(counts[one] ?? 0)}`,
          }))}
          onChange={(next) => {
            setChosen(next)
            setOffset(undefined)
          }}
        />
      </CardHeader>
      <CardContent>
        <TabState query={query} noun="行ごとの内容">
          {({ list, paging }) => (
            <>
              <ul aria-label="行ごとの内容" className="divide-y rounded-md border">
                {list.map((row) => (
                  <Row key={row.row} kind={kind} row={row} isWritten={state === 'written'} />
                ))}
              </ul>
              <TabPages paging={paging} size={rowsPage} onPage={setOffset} />
            </>
          )}
        </TabState>
      </CardContent>
    </Card>
  )
}

/** Rows that a file has not, but changes, are before its own. */
const placeOf = (kind: ImportKind, row: number) => {
  if (row > 0) return `${row}行目`
  return kind === 'contract' ? '前の契約' : '前の取り込みの行'
}

const Row = ({ kind, row, isWritten }: { kind: ImportKind; row: ImportRow; isWritten: boolean }) => (
  <li className="px-3 py-2.5 text-sm">
    <p className="figures flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <span className="text-xs text-muted-foreground">{placeOf(kind, row.row)}</span>
      {row.userId && (isWritten || row.outcome !== 'created') ? (
        <Link
          to="/hacomono/members/$userId"
          params={{ userId: row.userId }}
          className="font-medium text-primary underline underline-offset-4"
        >
          {row.name}
        </Link>
      ) : (
        <span className="font-medium">{row.name}</span>
      )}
      <span className="text-xs text-muted-foreground">{row.memberNo}</span>
      {row.undo && (
        <Chip tone={row.undo === 'restored' ? 'neutral' : 'warning'}>{undoLabel(kind, row.undo, true)}</Chip>
      )}
    </p>
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5">
      {row.changes.map(({ label, before, after }, at) => (
        // Two fields may have one label, as the two parts of a name have.
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row keep their order
        <div key={at} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-muted-foreground">{label}</dt>
          <dd className="figures min-w-0 wrap-anywhere">
            {row.outcome === 'created' ? (
              (after ?? '–')
            ) : (
              <>
                <del className="text-muted-foreground">{before ?? '–'}</del> → {after ?? '–'}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </li>
)
