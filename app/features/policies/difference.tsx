import { useQuery } from '@tanstack/react-query'
import type { Policy, PolicyRow } from '#contract/policy.ts'
import { type PolicyType, policyStates } from '#contract/words/policy.ts'
import { RecordPage } from '~/components/record/record-page'
import { plainTextOf } from '~/components/rich-text/plain-text'
import { FailedState } from '~/components/states'
import { TextDifference } from '~/components/text-difference'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate } from '~/lib/dates'
import { kinds } from './kinds'
import { type DifferenceSearch, editionsQuery, policyQuery } from './queries'

interface DifferenceProps {
  type: PolicyType
  search: DifferenceSearch
  onSearchChange: (next: DifferenceSearch, how: { replace: boolean }) => void
}

/** Difference between two editions; by default from the one in force to the newest. */
export function PolicyDifference({ type, search, onSearchChange }: DifferenceProps) {
  const { noun, list } = kinds[type]
  const { data, error, refetch, isFetching } = useQuery(editionsQuery(type))
  // Cached editions may lack one named in the URL.
  const isKnown = [search.before, search.after].every((id) => !id || data?.list.some((edition) => edition.id === id))
  return (
    <RecordPage list={list} wide title={`${noun}の版を比べる`}>
      {data && (isKnown || !isFetching) ? (
        <Chosen editions={data.list} search={search} onSearchChange={onSearchChange} />
      ) : error ? (
        <FailedState title={`${noun}を表示できませんでした`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </RecordPage>
  )
}

function Chosen({ editions, search, onSearchChange }: Omit<DifferenceProps, 'type'> & { editions: PolicyRow[] }) {
  const find = (id: string | undefined) => editions.find((edition) => edition.id === id)
  const after = find(search.after) ?? editions[0]
  const before =
    find(search.before) ?? editions.find(({ state, id }) => state === 'active' && id !== after?.id) ?? editions.at(-1)
  if (!before || !after) return <p className="text-sm text-muted-foreground">版はまだありません。</p>
  const choose = (next: DifferenceSearch) =>
    onSearchChange({ before: before.id, after: after.id, ...next }, { replace: true })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <Choice
          id="before"
          label="変更前"
          editions={editions}
          value={before.id}
          onChoose={(id) => choose({ before: id })}
        />
        <span aria-hidden className="pb-1.5 max-sm:hidden">
          →
        </span>
        <Choice
          id="after"
          label="変更後"
          editions={editions}
          value={after.id}
          onChoose={(id) => choose({ after: id })}
        />
      </div>
      <Between before={before.id} after={after.id} />
    </>
  )
}

interface ChoiceProps {
  id: string
  label: string
  editions: PolicyRow[]
  value: string
  onChoose: (id: string) => void
}

const Choice = ({ id, label, editions, value, onChoose }: ChoiceProps) => (
  <div className="grid max-w-full gap-1">
    <label htmlFor={id} className="text-sm font-medium">
      {label}
    </label>
    <NativeSelect
      id={id}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className="max-w-full sm:max-w-96"
    >
      {editions.map(({ id: of, edition, effectiveFrom, state }) => (
        <option key={of} value={of}>
          {edition}（{formatDate(effectiveFrom)}、{policyStates[state]}）
        </option>
      ))}
    </NativeSelect>
  </div>
)

/** As members read it, without the marks of Markdown. */
const textOf = ({ title, html }: Policy) => `${title}\n\n${plainTextOf(html)}`

function Between({ before, after }: { before: string; after: string }) {
  const [was, is] = [useQuery(policyQuery(before)), useQuery(policyQuery(after))]
  const failed = [was, is].find(({ error }) => error)
  if (failed?.error) {
    return <FailedState title="違いを表示できませんでした" error={failed.error} onRetry={() => void failed.refetch()} />
  }
  if (!was.data || !is.data) return <Skeleton className="h-80" />
  return (
    <section aria-label="違い" className="mb-12 rounded-lg border bg-card p-4 sm:p-6">
      <TextDifference before={textOf(was.data)} after={textOf(is.data)} />
    </section>
  )
}
