import type { ClubEvent, ClubEventDraft } from '#contract/club-event.ts'
import { clubEventKinds } from '#contract/words/club-event.ts'
import { clubEventFields } from '#contract/words/fields/club-event.ts'
import { ActsLink, LastChange } from '~/auth/record-links'
import { useMe } from '~/auth/session'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { removeClubEvent } from '~/functions/club-event'
import { formatDate } from '~/lib/dates'
import { scopeText } from '~/nouns/shop/scope-field'
import { useSelectedShop } from '~/shop/selected-shop'
import { EventForm, toValues } from './event-form'
import { eventQuery } from './queries'

const noun = '出来事'
const list = { to: '/statistics/events', label: '出来事の一覧' } as const

/** A new event of the header's shop, on the day that the way here named; with 全店舗 of all where the right covers all. */
export function NewEvent({ on }: { on: string | undefined }) {
  const me = useMe()
  const { shopId, shop } = useSelectedShop(undefined)
  const isForAll = me?.permissions['event.write'] === 'all' && shopId === undefined
  const initial: ClubEventDraft = {
    title: '',
    kind: 'other',
    firstOn: on ?? '',
    lastOn: null,
    target: isForAll ? { scope: 'all', shopIds: [] } : { scope: 'shops', shopIds: shop ? [shop.id] : [] },
  }
  return (
    <NewRecord list={list} noun={noun}>
      {(onDone) => <EventForm initial={initial} onDone={onDone} />}
    </NewRecord>
  )
}

/** One event: its form, or its text for users who may not change it. */
export function EditEvent({ id }: { id: string }) {
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={eventQuery(id)}
      canEdit={(row) => row.canEdit}
      related={() => <ActsLink resourceType="clubEvent" resourceId={id} />}
      removal={{
        resource: 'clubEvent',
        nameOf: ({ title }: ClubEvent) => title,
        remove: removeClubEvent,
        isOffered: ({ canEdit }) => canEdit,
      }}
      form={(row, onDone) => <EventForm row={row} initial={toValues(row)} onDone={onDone} />}
      readOnly={(row) => <ReadOnly row={row} />}
    />
  )
}

function ReadOnly({ row }: { row: ClubEvent }) {
  const shops = useMe()?.shops ?? []
  return (
    <Facts>
      <Fact label={clubEventFields.title}>{row.title}</Fact>
      <Fact label={clubEventFields.kind}>{clubEventKinds[row.kind]}</Fact>
      <Fact label={clubEventFields.firstOn}>{formatDate(row.firstOn)}</Fact>
      <Fact label={clubEventFields.lastOn}>{row.lastOn && formatDate(row.lastOn)}</Fact>
      <Fact label={clubEventFields.target}>{scopeText(row.target, shops)}</Fact>
      <Fact label="更新">
        <LastChange at={row.updatedAt} by={row.updatedBy} />
      </Fact>
    </Facts>
  )
}
