import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import type { Announcement } from '#contract/announcement.ts'
import { useMe } from '~/auth/session'
import { scopeText } from '~/components/fields/scope-field'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { Button, buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { formatDateTime } from '~/lib/dates'
import { listAsLeft } from '~/lib/lists-as-left'
import { actsOn, useAnnouncementRemoval } from './actions'
import { AnnouncementForm } from './announcement-form'
import { stateLabel, stateTone } from './labels'
import { MemberCard } from './preview'
import { announcementQuery } from './queries'
import { blankAnnouncement, copyOf, toValues } from './values'

const list = { to: '/other-settings/announcements', label: 'お知らせの一覧' } as const

/** A new announcement: blank, or as a copy of `from`. */
export function NewAnnouncement({ from }: { from: string | undefined }) {
  const navigate = useNavigate()
  const toList = () => void navigate({ to: list.to })
  const blank = blankAnnouncement(useMe())
  if (from === undefined) {
    return (
      <RecordPage list={list} title="お知らせの登録">
        <AnnouncementForm initial={blank} onDone={toList} />
      </RecordPage>
    )
  }
  return (
    <LoadedRecord query={announcementQuery(from)} list={list} title="お知らせの複製">
      {(row) => (
        <RecordPage list={list} title="お知らせの複製">
          <AnnouncementForm from={from} initial={copyOf(row, blank)} onDone={toList} />
        </RecordPage>
      )}
    </LoadedRecord>
  )
}

/** One announcement: its form, or what it says for who may not change it. */
export function EditAnnouncement({ id }: { id: string }) {
  const navigate = useNavigate()
  const toList = (how = {}) => void navigate({ to: list.to, search: listAsLeft(list.to), ...how })
  // What was typed into a form of what is gone needs no question.
  const removal = useAnnouncementRemoval(() => toList({ ignoreBlocker: true }))
  const actionsFor = (row: Announcement) => (
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
        <Button variant="outline" onClick={() => removal.ask(row)}>
          <Trash2 aria-hidden />
          削除
        </Button>
      )}
    </>
  )
  return (
    <LoadedRecord query={announcementQuery(id)} list={list} title="お知らせ">
      {(row) => (
        <RecordPage
          list={list}
          title={row.canEdit ? 'お知らせの編集' : 'お知らせ'}
          state={<Chip tone={stateTone(row)}>{stateLabel(row)}</Chip>}
          actions={row.canEdit && actionsFor(row)}
        >
          {row.canEdit ? (
            <AnnouncementForm row={row} initial={toValues(row)} onDone={() => toList()} />
          ) : (
            <ReadOnly row={row} />
          )}
          {removal.dialog}
        </RecordPage>
      )}
    </LoadedRecord>
  )
}

function ReadOnly({ row }: { row: Announcement }) {
  const shops = useMe()?.shops ?? []
  return (
    <div className="mx-auto max-w-[375px] space-y-6 pb-12">
      <MemberCard {...row} />
      <Facts>
        <Fact label="配信対象">{scopeText(row.target, shops)}</Fact>
        <Fact label="公開開始">{row.publishFrom && formatDateTime(row.publishFrom)}</Fact>
        <Fact label="公開終了">{row.publishTo && formatDateTime(row.publishTo)}</Fact>
        <Fact label="更新">
          {[formatDateTime(row.updatedAt), row.updatedBy?.displayName].filter(Boolean).join(' ')}
        </Fact>
      </Facts>
    </div>
  )
}
