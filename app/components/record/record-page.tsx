import { type FetchQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { listAsLeft } from '~/lib/lists-as-left'
import { cn } from '~/lib/utils'
import { ErrorPage, leadClass, mayBeGone, StatusPage } from '../status-pages'
import { Skeleton } from '../ui/skeleton'
import { Related } from './related'

interface RecordPageProps {
  /** Where the record is a row: 「お知らせの一覧」. */
  list: { to: LinkProps['to']; label: string }
  title: string
  /** Beside the title: chips. */
  state?: ReactNode
  /** Right of the title: actions on the record. */
  actions?: ReactNode
  /** Under the title: the ways to its neighbours. */
  related?: ReactNode
  /** As wide as a list, for content in columns. */
  wide?: boolean
  children: ReactNode
}

/** A page of one record: the link back to its list, its title and actions. */
export function RecordPage({ list, title, state, actions, related, wide = false, children }: RecordPageProps) {
  // Recomputed after each navigation, since the selected shop may have changed.
  const asLeft = useRouterState({ select: () => listAsLeft(list.to as string) })
  return (
    <div className={cn('mx-auto px-4 sm:px-6', wide ? 'max-w-6xl' : 'max-w-3xl')}>
      <div className="pt-4 print:hidden">
        <Link
          to={list.to}
          search={asLeft as never}
          className="inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {list.label}
        </Link>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-5">
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold wrap-anywhere">
          {title}
          {state}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {related && <Related className="-mt-2 mb-4">{related}</Related>}
      {children}
    </div>
  )
}

/** Shown for a record that does not exist or is not visible to the user. */
export function Missing({
  code,
  list,
  noun,
}: Pick<LoadedRecordProps<unknown>, 'list' | 'noun'> & { code: '403' | '404' }) {
  return (
    <StatusPage
      code={code}
      title={code === '404' ? `${noun}が見つかりません` : `この${noun}を表示する権限がありません`}
      actions={
        <Link to={list.to} search={listAsLeft(list.to as string) as never} className={leadClass}>
          {list.label}へ
        </Link>
      }
    >
      {code === '404' ? mayBeGone : '必要な場合は、店長または本部の管理者にお問い合わせください。'}
    </StatusPage>
  )
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
export type RecordQuery<Row> = FetchQueryOptions<Row, Error, Row, any>

/** Data younger than this (ms) was loaded for this visit, by the document or the route's loader. */
const openingTakes = 1_000

interface LoadedRecordProps<Row> extends Pick<RecordPageProps, 'list' | 'title' | 'wide'> {
  query: RecordQuery<Row>
  /** What a record is: お知らせ. */
  noun: string
  /** The record's page. */
  children: (row: Row) => ReactNode
}

/** Opens a record as it is now: a placeholder while loading, or the reason why it cannot be shown. */
export function LoadedRecord<Row>(props: LoadedRecordProps<Row>) {
  return <Loaded key={JSON.stringify(props.query.queryKey)} {...props} />
}

function Loaded<Row>({ query: request, list, title, noun, wide, children }: LoadedRecordProps<Row>) {
  // The loader may run after the screen renders: data from before this visit is refetched either way.
  const query = useQuery({ ...request, staleTime: openingTakes, refetchOnMount: true })
  const [isOpen, setIsOpen] = useState(false)
  if (query.data && !query.isFetching && !query.error && !isOpen) setIsOpen(true)
  if (query.data && isOpen) return children(query.data)
  if (query.error && !query.isFetching) {
    const code = isApiError(query.error) ? query.error.code : undefined
    // An invalid id in the address is rejected as input.
    if (code === 'not_found' || code === 'invalid') return <Missing code="404" list={list} noun={noun} />
    if (code === 'forbidden') return <Missing code="403" list={list} noun={noun} />
    return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <RecordPage list={list} title={title} wide={wide}>
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-6 h-80 w-full" />
    </RecordPage>
  )
}
