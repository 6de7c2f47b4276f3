import { z } from 'zod'
import { Empty, listInput, listOf, pageInput, zDate, zDay, zId, zText, zWord, zYen } from './common.ts'
import { del, type Endpoints, get, post } from './endpoint.ts'
import { shownMember } from './people.ts'
import { contractStatuses, risks } from './words/member.ts'
import { outreachOutcomes, toTalkList, unpaidList } from './words/outreach.ts'

const zStaff = z.strictObject({ id: zId, displayName: z.string() })

const content = {
  /** In Asia/Tokyo. */
  contactedOn: zDate,
  outcome: zWord(outreachOutcomes),
  note: z.string().nullable(),
  /** Null: somebody who is gone. */
  staff: zStaff.nullable(),
}

/** 連絡: that staff called, wrote to or met a member. */
export const Outreach = z.strictObject({
  id: zId,
  ...content,
  /** The author, and whoever sees every shop. */
  mayRemove: z.boolean(),
})
export type Outreach = z.output<typeof Outreach>

export const OutreachDraft = z.strictObject({
  /** The member's user. */
  userId: zId,
  /** Not after today. */
  contactedOn: zDay,
  outcome: zWord(outreachOutcomes),
  note: zText(200).nullable(),
})
export type OutreachDraft = z.input<typeof OutreachDraft>

const toCall = {
  /** The user's id. */
  id: zId,
  ...shownMember,
  /** Unmasked: only who may write members reads these lists. */
  tel: z.string().nullable(),
  shop: z.strictObject({ id: zId, name: z.string() }),
  contractStatus: zWord(contractStatuses),
  planName: z.string().nullable(),
  /** What the desk must read before it speaks to the member. */
  alertNote: z.string().nullable(),
  /** The latest 連絡; null: none yet. */
  last: z.strictObject(content).nullable(),
}

export const MemberToTalk = z.strictObject({
  ...toCall,
  lastVisitOn: zDate.nullable(),
  /** Why: 離脱リスク with its signs in words. */
  risk: z.strictObject({ level: zWord(risks), reasons: z.array(z.string()) }),
})
export type MemberToTalk = z.output<typeof MemberToTalk>

export const MemberUnpaid = z.strictObject({
  ...toCall,
  unpaidAmount: zYen,
  /** First days of the 対象月 that are unpaid, oldest first. */
  months: z.array(zDate),
})
export type MemberUnpaid = z.output<typeof MemberUnpaid>

export const outreach = {
  list: get(
    '/member/:id/outreach',
    'member.read',
    '会員への連絡の一覧',
    { id: zId, ...pageInput },
    // The latest first.
    listOf(Outreach),
  ),
  create: post('/member/outreach/new', 'member.write', '会員への連絡を記録する', OutreachDraft, Outreach),
  remove: del('/member/outreach/:id', 'member.write', '会員への連絡の記録を削除する', { id: zId }, Empty),
  /** Also requires the right to export members, as 離脱リスク does. */
  toTalk: get(
    '/member/outreach/to-talk',
    'member.write',
    '今週話す会員の一覧',
    { ...listInput(toTalkList), shopId: zId.optional() },
    listOf(MemberToTalk),
  ),
  /** Also requires the right to money. */
  unpaid: get(
    '/member/outreach/unpaid',
    'member.write',
    '未収金のある会員の一覧',
    { ...listInput(unpaidList), shopId: zId.optional() },
    listOf(MemberUnpaid),
  ),
} satisfies Endpoints
