import type { ReactNode } from 'react'
import { changeText, fieldLabel } from '#contract/words/audit.ts'
import { formatDateTime } from '~/lib/dates'

export interface FieldChange {
  field: string
  before?: unknown
  after?: unknown
  isHidden?: boolean
}

export interface Change {
  id: string
  at: string
  actor: { displayName: string | null } | null
  fields: readonly FieldChange[]
}

/** Each field, before → after. `of`: the record's noun, which determines the fields' labels. */
export const FieldChanges = ({ of, fields }: { of: string; fields: readonly FieldChange[] }) => (
  <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
    {fields.map(({ field, before, after, isHidden }) => (
      <div key={field} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
        <dt className="text-muted-foreground">{fieldLabel(of, field)}</dt>
        <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
          {isHidden ? (
            '変更あり（内容は表示されません）'
          ) : (
            <>
              <span className="text-muted-foreground">{changeText(of, field, before)}</span>
              <span aria-hidden> → </span>
              <span className="sr-only">から</span>
              {changeText(of, field, after)}
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

interface ChangeListProps<One extends Change> {
  of: string
  changes: readonly One[]
  /** The action, shown beside time and author. */
  beside?: (change: One) => ReactNode
}

/** One change: time, author, and each field before and after. */
export const ChangeList = <One extends Change>({ of, changes, beside }: ChangeListProps<One>) => (
  <ol className="divide-y rounded-lg border bg-card shadow-card">
    {changes.map((change) => (
      <li key={change.id} className="px-4 py-3 text-sm print:break-inside-avoid">
        <p className="mb-1.5 flex flex-wrap gap-x-3">
          <span className="figures">{formatDateTime(change.at)}</span>
          <span className="font-medium">{change.actor?.displayName ?? '自動処理'}</span>
          {beside && <span className="text-muted-foreground">{beside(change)}</span>}
        </p>
        <FieldChanges of={of} fields={change.fields} />
      </li>
    ))}
  </ol>
)
