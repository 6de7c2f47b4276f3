import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiOperation } from '#contract/api-docs.ts'
import { ScreenHead } from '~/components/screen-head'
import { EmptyState, FailedState } from '~/components/states'
import { Card } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { inputClass } from '~/components/ui/input-class'
import { Skeleton } from '~/components/ui/skeleton'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { Operation } from './operation'
import { operationsQuery } from './queries'

/** What other programs may ask this product's API for: every operation with its right, input and answer. */
export function ApiDocs() {
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useQuery(operationsQuery)
  const found = data?.list.filter((one) => isFound(one, keyword.trim().toLowerCase()))
  return (
    <div className="mx-auto max-w-6xl px-4 pb-12 sm:px-6">
      <ScreenHead
        title="APIの仕様書"
        note="呼び出すには、ログインで受け取るトークンをAuthorizationヘッダーに付けます。"
        aside={found && <p className="figures text-sm text-muted-foreground">{formatCount(found.length)}件</p>}
      />
      {data && (
        <input
          type="search"
          aria-label="操作を探す"
          placeholder="操作・パス・権限"
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
          className={cn(inputClass, 'mb-4 sm:max-w-80')}
        />
      )}
      {found?.length === 0 ? (
        <EmptyState title="条件に合う操作はありません" />
      ) : found ? (
        <Nouns operations={found} />
      ) : error ? (
        <FailedState title="APIの仕様書を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  )
}

const isFound = ({ name, noun, path, summary, right }: ApiOperation, keyword: string) =>
  [name, noun, path, summary, right ?? ''].some((text) => text.toLowerCase().includes(keyword))

function Nouns({ operations }: { operations: readonly ApiOperation[] }) {
  const nouns = [...Map.groupBy(operations, ({ name }) => name.split('.')[0] ?? name)]
  return (
    <div className="space-y-5">
      {nouns.map(([key, list]) => (
        <section key={key} aria-labelledby={`noun-${key}`}>
          <h2 id={`noun-${key}`} className="pb-2 text-base font-semibold">
            {list[0]?.noun}
          </h2>
          <Card className="divide-y">
            {list.map((operation) => (
              <Line key={operation.name} operation={operation} />
            ))}
          </Card>
        </section>
      ))}
    </div>
  )
}

function Line({ operation: { name, method, path, summary, right } }: { operation: ApiOperation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm hover:bg-muted">
        <Chip tone={method === 'GET' ? 'neutral' : 'positive'}>{method}</Chip>
        <code className="min-w-0 wrap-anywhere">{path}</code>
        <span className="min-w-0">{summary}</span>
        <span className="text-xs text-muted-foreground sm:ml-auto">{right ?? 'ログイン不要'}</span>
      </summary>
      {isOpen && <Operation name={name} />}
    </details>
  )
}
