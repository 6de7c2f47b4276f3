import type { Announcement } from '#contract/announcement.ts'
import { announcementFields } from '#contract/words/fields/announcement.ts'
import { ActsLink, LastChange, ShopName } from '~/auth/record-links'
import { useCan, useMe } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { CopyLink } from '~/components/record/copy-link'
import { EditRecord, NewOrCopy } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { listAudit } from '~/functions/audit'
import { formatDateTime } from '~/lib/dates'
import { scopeText } from '~/nouns/shop/scope-field'
import { useSelectedShop } from '~/shop/selected-shop'
import { actsOn, announcementRemoval } from './actions'
import { AnnouncementForm } from './announcement-form'
import { MemberCard } from './member-card'
import { announcementQuery } from './queries'
import { blankAnnouncement, copyOf, toValues } from './values'

const noun = 'お知らせ'
const list = { to: '/other-settings/announcements', label: 'お知らせの一覧' } as const

/** A new announcement: blank, or as a copy of `from`. */
export function NewAnnouncement({ from }: { from: string | undefined }) {
  const blank = blankAnnouncement(useMe(), useSelectedShop(undefined))
  return (
    <NewOrCopy list={list} noun={noun} from={from} query={announcementQuery}>
      {(onDone, row) => <AnnouncementForm from={from} initial={row ? copyOf(row, blank) : blank} onDone={onDone} />}
    </NewOrCopy>
  )
}

/** One announcement: its form, or its text for users who may not change it. */
export function EditAnnouncement({ id }: { id: string }) {
  const can = useCan()
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={announcementQuery(id)}
      canEdit={(row) => row.canEdit}
      state={(row) => <StateChip row={row} />}
      actions={() => <CopyLink to="/other-settings/announcements/new" id={id} />}
      related={(row) => <Neighbours row={row} />}
      removal={{ ...announcementRemoval, isOffered: (row) => actsOn(row).includes('remove') }}
      form={(row, onDone) => <AnnouncementForm row={row} initial={toValues(row)} onDone={onDone} />}
      readOnly={(row) => <ReadOnly row={row} />}
      below={() =>
        can('announcement.write') &&
        can('audit.read') && (
          <HistorySection of={{ resourceType: 'announcement', resourceId: id }} read={listAudit} noun={noun} />
        )
      }
    />
  )
}

/** Maximum number of shops to show as links. */
const mostShops = 5

/** Links to the target shops, where they are few, and to the audit log. */
function Neighbours({ row: { id, target } }: { row: Announcement }) {
  const known = useMe()?.shops.filter((shop) => target.shopIds.includes(shop.id)) ?? []
  return (
    <>
      {known.length <= mostShops && known.map((shop) => <ShopName key={shop.id} shop={shop} isQuiet />)}
      <ActsLink resourceType="announcement" resourceId={id} />
    </>
  )
}

function ReadOnly({ row }: { row: Announcement }) {
  const shops = useMe()?.shops ?? []
  return (
    <div className="mx-auto max-w-[375px] space-y-6 pb-12">
      <MemberCard {...row} />
      <Facts>
        <Fact label={announcementFields.target}>{scopeText(row.target, shops)}</Fact>
        <Fact label={announcementFields.publishFrom}>{row.publishFrom && formatDateTime(row.publishFrom)}</Fact>
        <Fact label={announcementFields.publishTo}>{row.publishTo && formatDateTime(row.publishTo)}</Fact>
        <Fact label="更新">
          <LastChange at={row.updatedAt} by={row.updatedBy} />
        </Fact>
      </Facts>
    </div>
  )
}
