import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Announcement } from '#contract/announcement.ts'
import { isApiError } from '#contract/errors.ts'
import { useMe } from '~/auth/session'
import { scopeText } from '~/components/fields/scope-field'
import { ErrorPage, NotFoundPage } from '~/components/status-pages'
import { Button, buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDateTime } from '~/lib/dates'
import { actsOn, useAnnouncementActs } from './actions'
import { AnnouncementForm } from './announcement-form'
import { stateLabel, stateTone } from './labels'
import { MemberCard } from './preview'
import { announcementQuery } from './queries'
import { blankAnnouncement, copyOf, toValues } from './values'

const list = '/other-settings/announcements'

/** A new announcement: blank, or as a copy of `from`. */
export function NewAnnouncement({ from }: { from: string | undefined }) {
  const navigate = useNavigate()
  const me = useMe()
  const toList = () => void navigate({ to: list })
  const blank = () =>
    blankAnnouncement(
      me?.permissions['announcement.write'] === 'all',
      (me?.shops ?? []).map(({ id }) => id),
    )
  return (
    <Page title={from === undefined ? 'お知らせの登録' : 'お知らせの複製'}>
      {from === undefined ? (
        <AnnouncementForm initial={blank()} onSaved={toList} onCancel={toList} />
      ) : (
        <Loaded id={from}>
          {(row) => (
            <AnnouncementForm
              initial={{ ...copyOf(row), ...(!row.canEdit && { target: blank().target }) }}
              onSaved={toList}
              onCancel={toList}
            />
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** One announcement: its form, or what it says for who may not change it. */
export function EditAnnouncement({ id }: { id: string }) {
  const navigate = useNavigate()
  const toList = () => void navigate({ to: list })
  // What was typed into a form of what is gone needs no question.
  const { ask, dialog } = useAnnouncementActs({ onRemoved: () => void navigate({ to: list, ignoreBlocker: true }) })
  return (
    <Loaded key={id} id={id}>
      {(row) => (
        <Page
          title={row.canEdit ? 'お知らせの編集' : 'お知らせ'}
          state={<Chip tone={stateTone(row)}>{stateLabel(row)}</Chip>}
          actions={
            row.canEdit && (
              <>
                <Link
                  to="/other-settings/announcements/new"
                  search={{ from: id }}
                  className={buttonVariants({ variant: 'outline' })}
                >
                  <Copy aria-hidden />
                  複製
                </Link>
                {actsOn(row).includes('remove') && (
                  <Button variant="outline" onClick={() => ask(row, 'remove')}>
                    <Trash2 aria-hidden />
                    削除
                  </Button>
                )}
              </>
            )
          }
        >
          {row.canEdit ? (
            <AnnouncementForm row={row} initial={toValues(row)} onSaved={toList} onCancel={toList} />
          ) : (
            <ReadOnly row={row} />
          )}
          {dialog}
        </Page>
      )}
    </Loaded>
  )
}

/** The row as it is now; what is asked again later does not touch what has been opened. */
function Loaded({ id, children }: { id: string; children: (row: Announcement) => ReactNode }) {
  const query = useQuery({ ...announcementQuery(id), refetchOnMount: false })
  const [isOpen, setIsOpen] = useState(false)
  if (query.data && !query.isFetching && !isOpen) setIsOpen(true)
  if (query.data && isOpen) return children(query.data)
  if (query.error && !query.isFetching) {
    if (isApiError(query.error) && query.error.code === 'not_found') return <NotFoundPage />
    return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <Page title="お知らせ">
      <p role="status" className="sr-only">
        読み込み中...
      </p>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-6 h-80 w-full" />
    </Page>
  )
}

interface PageProps {
  title: string
  state?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

function Page({ title, state, actions, children }: PageProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 sm:px-6">
      <div className="pt-4">
        <Link
          to={list}
          className="inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-4" />
          お知らせの一覧
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

function ReadOnly({ row }: { row: Announcement }) {
  const shops = useMe()?.shops ?? []
  const facts: [label: string, text: string][] = [
    ['配信対象', scopeText(row.target, shops)],
    ['公開開始', row.publishFrom === null ? '–' : formatDateTime(row.publishFrom)],
    ['公開終了', row.publishTo === null ? '–' : formatDateTime(row.publishTo)],
    ['更新', [formatDateTime(row.updatedAt), row.updatedBy?.displayName ?? ''].join(' ')],
  ]
  return (
    <div className="space-y-6 pb-12">
      <MemberCard {...row} />
      <dl className="mx-auto max-w-[375px] space-y-2 text-sm">
        {facts.map(([label, text]) => (
          <div key={label} className="flex justify-between gap-4 border-b pb-2">
            <dt className="shrink-0 text-muted-foreground">{label}</dt>
            <dd className="text-right">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
