import { z } from 'zod'
import { authored, changesOf, Empty, listInput, listOf, versioned, zDate, zId, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { clubEventKinds, clubEventList, eventSources, shownEventKinds } from './words/club-event.ts'

/** All shops or the listed ones. `all` needs a right that covers every shop. */
const zTarget = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('all'), shopIds: z.array(zId).max(0).default([]) }),
  z.strictObject({
    scope: z.literal('shops'),
    shopIds: z.array(zId).min(1, { error: '店舗を選択してください。' }).max(500),
  }),
])

export const ClubEventDraft = z.strictObject({
  title: zText(60).pipe(z.string().trim().min(1)),
  kind: zWord(clubEventKinds),
  // Empty is missing, not malformed.
  firstOn: z.string().min(1).pipe(zDate),
  /** Null: a single day, or a change that stays. */
  lastOn: zDate.nullable(),
  target: zTarget,
})
export type ClubEventDraft = z.input<typeof ClubEventDraft>

export const ClubEvent = ClubEventDraft.extend({
  id: zId,
  target: z.strictObject({ scope: z.enum(['all', 'shops']), shopIds: z.array(zId) }),
  /** Whether the caller may change and delete it: every shop is in scope. */
  canEdit: z.boolean(),
  ...authored,
})
export type ClubEvent = z.output<typeof ClubEvent>

/** The most events of one answer; `total` counts the others too. */
export const mostShownEvents = 100

/** An event on a chart's axis. */
export const ShownEvent = z.strictObject({
  /** Unique within an answer, and the same in the next one. */
  key: z.string(),
  kind: zWord(shownEventKinds),
  source: zWord(eventSources),
  title: z.string(),
  from: zDate,
  to: zDate.nullable(),
  /** Names of up to three of its shops in scope, and how many there are. Zero: of the whole chain. */
  shopNames: z.array(z.string()).max(3),
  shops: z.int(),
  /** Of the record that it comes from: an event or an announcement. */
  recordId: zId.nullable(),
})
export type ShownEvent = z.output<typeof ShownEvent>

export const ShownEvents = z.strictObject({
  /** By their first day; the last `mostShownEvents` of the period. */
  list: z.array(ShownEvent),
  total: z.int(),
})
export type ShownEvents = z.output<typeof ShownEvents>

/** `shopId`: those of this shop. */
const listed = { ...listInput(clubEventList), shopId: zId.optional() }
/** Both days included. */
const period = { from: zDate, to: zDate, shopId: zId.optional() }
const changes = changesOf(ClubEventDraft)

/** 出来事: what may explain a figure (decision 0092). */
export const clubEvent = {
  list: get('/club-event/list', 'report.analysis', '登録した出来事の一覧', listed, listOf(ClubEvent)),
  shown: get('/club-event/shown', 'report.analysis', 'グラフの期間の出来事', period, ShownEvents),
  create: post('/club-event/new', 'event.write', '出来事を登録する', ClubEventDraft, ClubEvent),
  get: get('/club-event/:id', 'report.analysis', '出来事の詳細', { id: zId }, ClubEvent),
  update: put('/club-event/:id', 'event.write', '出来事を更新する', changes, ClubEvent),
  remove: del('/club-event/:id', 'event.write', '出来事を削除する', versioned, Empty),
} satisfies Endpoints
