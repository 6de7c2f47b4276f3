import { type FetchQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { listAsLeft } from '~/lib/lists-as-left'
import { ErrorPage, ForbiddenPage, NotFoundPage } from '../status-pages'
import { Skeleton } from '../ui/skeleton'

interface RecordPageProps {
  /** Where the record is a row: 「お知らせの一覧」. */
  list: { to: LinkProps['to']; label: string }
  title: string
  /** Beside the title: chips. */
  state?: ReactNode
  /** Right of the title: actions on the record. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of one record: the link back to its list, its title and actions. */
export function RecordPage({ list, title, state, actions, children }: RecordPageProps) {
  // Read again after each navigation: another shop may have been chosen here.
  const asLeft = useRouterState({ select: () => listAsLeft(list.to as string) })
  return (
    <div className="mx-auto max-w-3xl px-4 sm:px-6">
      <div className="pt-4">
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
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
          {title}
          {state}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
export type RecordQuery<Row> = FetchQueryOptions<Row, Error, Row, any>

/** What was read this recently (ms) was read for this opening: by the document or the route's loader. */
const openingTakes = 1_000

interface LoadedRecordProps<Row> extends Pick<RecordPageProps, 'list' | 'title'> {
  query: RecordQuery<Row>
  /** The record's page. */
  children: (row: Row) => ReactNode
}

/** Opens a record as it is now: a placeholder while loading, or the reason why it cannot be shown. */
export function LoadedRecord<Row>(props: LoadedRecordProps<Row>) {
  return <Loaded key={JSON.stringify(props.query.queryKey)} {...props} />
}

function Loaded<Row>({ query: request, list, title, children }: LoadedRecordProps<Row>) {
  // The loader may run after the screen is there: what was read before this opening is read again either way.
  const query = useQuery({ ...request, staleTime: openingTakes, refetchOnMount: true })
  const [isOpen, setIsOpen] = useState(false)
  if (query.data && !query.isFetching && !query.error && !isOpen) setIsOpen(true)
  if (query.data && isOpen) return children(query.data)
  if (query.error && !query.isFetching) {
    if (isApiError(query.error) && query.error.code === 'not_found') return <NotFoundPage />
    if (isApiError(query.error) && query.error.code === 'forbidden') return <ForbiddenPage />
    return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <RecordPage list={list} title={title}>
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-6 h-80 w-full" />
    </RecordPage>
  )
}
