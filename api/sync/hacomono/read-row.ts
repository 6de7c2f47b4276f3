import { z } from 'zod'
import { kinds } from '../../../provider/answers.ts'
import { type KnownOfRow, type ProviderRows, type Resource, UnreadableRow } from '../provider-rows.ts'
import { Booking, Lesson } from './rows/lessons.ts'
import { Program, Room, Ticket } from './rows/masters.ts'
import { Member } from './rows/member.ts'
import { Contract, MemberTicket } from './rows/of-member.ts'
import { Purchase } from './rows/purchase.ts'
import { readBy, zProviderId } from './shapes.ts'
import { zDay, zWhole } from './values.ts'

export const shapes: { [R in Resource]: { name: string; shape: z.ZodType<ProviderRows[R]> } } = {
  rooms: { name: 'ルーム', shape: Room },
  programs: { name: 'プログラム', shape: Program },
  tickets: { name: 'チケット', shape: Ticket },
  members: { name: '会員', shape: Member },
  contracts: { name: '契約', shape: Contract },
  memberTickets: { name: '会員のチケット', shape: MemberTicket },
  lessons: { name: 'レッスン', shape: Lesson },
  bookings: { name: '予約', shape: Booking },
  purchases: { name: '売上', shape: Purchase },
}

/** As staff know the provider's keys. */
const labels: Record<string, string> = {
  ...{ id: 'ID', code: 'コード', name: '名前', name_kana: 'フリガナ', studio_id: '店舗', member_id: '会員' },
  ...{ is_guest: 'ゲスト', studio_room_id: 'ルーム', instructor_ids: 'インストラクター' },
  ...{ member_no: '会員番号', birthday: '生年月日', joined_at: '入会日', cancel_requested_at: '退会手続き日' },
  ...{ plan: 'プラン', type: '種別', price: '価格', max_count: '枚数', valid_days: '有効期限' },
  ...{ contracted_on: '契約日', start_on: '適用開始日', end_on: '適用終了日', cancel_requested_on: '退会手続き日' },
  ...{ payment_method: '支払方法', payment_status: '支払状況', ticket_id: 'チケット', count: '枚数' },
  ...{ used_count: '使用枚数', granted_at: '付与日時', expires_on: '有効期限', program_id: 'プログラム' },
  ...{ program_name: 'プログラム', start_at: '開始時刻', end_at: '終了時刻', capacity: '定員', status: 'ステータス' },
  ...{ reserved_at: '予約処理日', canceled_at: 'キャンセル日時', checkin_at: 'チェックイン日時', space_no: 'スペース' },
  ...{ settled_at: '精算日時', target_month: '対象年月', details: '明細', category: '売上区分', quantity: '数量' },
  ...{ unit_price: '単価', discount_amount: '割引金額', tax_amount: '内税', total_amount: '合計金額' },
}

const byOurNames = (resource: Resource, raw: unknown) => readBy(kinds[resource].keys, raw)

/** See `ReadRow`. No value of the row is in the sentence: it may be personal. */
export function readRow<R extends Resource>(resource: R, raw: unknown): ProviderRows[R] {
  const { name, shape } = shapes[resource]
  const read = shape.safeParse(byOurNames(resource, raw))
  if (read.success) return read.data
  const path = read.error.issues[0]?.path ?? []
  const key = path.findLast((part) => typeof part === 'string')
  const what = key === undefined ? '行' : (labels[key] ?? `「${key}」`)
  throw new UnreadableRow(
    `${name}の${what}が空か、想定と異なる形です。`,
    resource === 'purchases'
      ? knownOf(raw)
      : { memberId: OfMember.safeParse(byOurNames(resource, raw)).data?.member_id },
  )
}

const Sums = z.object({ total_amount: zWhole })
const orAbsent = <Shape extends z.ZodType>(shape: Shape) => shape.optional().catch(undefined)
const OfMember = z.object({ member_id: orAbsent(zProviderId) })
const PartOfSale = OfMember.extend({
  ...{ settled_at: orAbsent(zDay), charged_at: orAbsent(zDay), total_amount: orAbsent(zWhole) },
  ...{ studio_id: orAbsent(zProviderId), details: orAbsent(z.array(z.unknown())) },
})

/** Of a sale that cannot be read: its day, or else that of its charge, and its sum, or else that of its lines. */
function knownOf(raw: unknown): KnownOfRow {
  const { data } = PartOfSale.safeParse(byOurNames('purchases', raw))
  if (!data) return {}
  const lines = (data.details ?? []).flatMap((line) => Sums.safeParse(line).data?.total_amount ?? [])
  return {
    ...{ memberId: data.member_id, day: data.settled_at ?? data.charged_at, studioId: data.studio_id },
    yen: data.total_amount ?? (lines.length > 0 ? lines.reduce((sum, one) => sum + one, 0) : undefined),
  }
}
