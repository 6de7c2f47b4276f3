import type { Input } from '#contract/endpoint.ts'
import type { ShopReservation, shopReservation } from '#contract/shop-reservation.ts'
import { reservationFields } from '#contract/words/fields/shop-reservation.ts'
import { bookedVias, reservationKinds, reservationStatuses } from '#contract/words/shop-reservation.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { sightOf } from '../../db/member-search.ts'
import { required } from '../../db/records.ts'
import { ratio } from '../../figures/money.ts'
import { addDays } from '../../figures/periods.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Cell, CsvExports } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import {
  countReservations,
  countWaitlisted,
  type FoundMember,
  type FoundReservation,
  listChoices,
  listOwnTimes,
  listReservations,
  listReservationsAfter,
  listSlots,
  memberOfUser,
  readDataState,
} from './repository.ts'

type ListInput = Input<typeof shopReservation.list>

export const shopReservationHandlers: Handlers<typeof shopReservation> = {
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const of = await requireMember(ctx, input)
    const { dataDate, syncedAt } = await readDataState(ctx.scoped, input)
    const page = await listReservations(ctx.scoped, sightOf(ctx), input, of?.memberId ?? null, dataDate)
    const { paging, ...answer } = listAnswer(input, page, toReservation)
    const { sums } = page
    // Without rows only the total is wanted.
    const waitlisted =
      input.limit === 0 ? null : await countWaitlisted(ctx.scoped, sightOf(ctx), input, of?.memberId ?? null)
    return {
      ...answer,
      paging: { ...paging, isAtLeast: page.isAtLeast },
      noShowRate: sums && ratio(sums.noShow, sums.attended + sums.noShow),
      lateCancelRate: sums && ratio(sums.lateCancelled, sums.booked),
      waitlisted,
      member: of && toMember(of),
      syncedAt: instantText(syncedAt),
    }
  },

  choices: async (ctx, { shopId }) => {
    if (shopId !== undefined) await requireShop(ctx, shopId)
    const { programs, staff } = await listChoices(ctx.scoped, ctx.shops, shopId, ctx.now)
    return { programs, staff: staff.map(({ id, displayName }) => ({ id: String(id), displayName })) }
  },

  timetable: async (ctx, { shopId, from, days }) => {
    await requireShop(ctx, shopId)
    const slots = await listSlots(ctx.scoped, shopId, from, days)
    const bookings = await listOwnTimes(ctx.scoped, shopId, from, days)
    const { syncedAt } = await readDataState(ctx.scoped, { from, to: addDays(from, days - 1) })
    return {
      slots: slots.map(({ id, staffId, staffName, startAt, endAt, ...slot }) => ({
        id: String(id),
        studioRoomName: slot.studioRoomName,
        programName: slot.programName,
        staff: toStaff({ staffId, staffName }),
        startAt: toTokyoDateTime(new Date(startAt)),
        endAt: toTokyoDateTime(new Date(endAt)),
        capacity: slot.capacity,
        booked: slot.booked,
        waitlisted: slot.waitlisted,
        attended: slot.attended,
      })),
      bookings: bookings.map(toReservation),
      syncedAt: instantText(syncedAt),
    }
  },
}

/** The requested member: 404 where they are not in the caller's shops, as for their record. */
const requireMember = async ({ scoped }: Ctx, { userId }: ListInput) =>
  userId === undefined ? null : required(await memberOfUser(scoped, userId))

const instantText = (instant: string | null) => instant && toTokyoDateTime(new Date(instant))

const toStaff = ({ staffId, staffName }: Pick<FoundReservation, 'staffId' | 'staffName'>) =>
  staffId === null || staffName === null ? null : { id: String(staffId), displayName: staffName }

const toMember = (row: FoundMember) => ({
  id: row.userId === null ? null : String(row.userId),
  memberNo: row.memberNo,
  lastName: row.lastName,
  firstName: row.firstName,
  lastNameKana: row.lastNameKana,
  firstNameKana: row.firstNameKana,
})

function toReservation(row: FoundReservation): ShopReservation {
  const { memberNo } = row
  return {
    id: String(row.id),
    externalId: row.externalId,
    shop: { id: String(row.shopId), name: row.shopName },
    member: memberNo === null ? null : toMember({ ...row, memberNo }),
    kind: row.kind,
    isTrial: row.isTrial,
    isFirst: row.isFirst,
    programName: row.programName,
    studioRoomName: row.studioRoomName,
    seatNo: row.seatNo,
    staff: toStaff(row),
    startAt: toTokyoDateTime(new Date(row.startAt)),
    endAt: toTokyoDateTime(new Date(row.endAt)),
    status: row.status,
    bookedAt: toTokyoDateTime(new Date(row.bookedAt)),
    bookedVia: row.bookedVia,
    slotId: row.slotId === null ? null : String(row.slotId),
    note: row.note,
  }
}

const exportedAtOnce = 1000
const compact = (day: string) => day.replaceAll('-', '')

export const shopReservationExports: CsvExports<typeof shopReservation> = {
  list: {
    filename: async (ctx, { shopId, from, to }) =>
      ['予約一覧', await shopInFilename(ctx, shopId), ...(from && to ? [`${compact(from)}-${compact(to)}`] : [])].join(
        '_',
      ),
    columns: () => [
      reservationFields.externalId,
      '開始日',
      '開始時刻',
      '終了時刻',
      '店舗',
      reservationFields.programName,
      reservationFields.studioRoomName,
      reservationFields.seatNo,
      reservationFields.staffId,
      '会員番号',
      '氏名',
      'フリガナ',
      reservationFields.status,
      reservationFields.isTrial,
      reservationFields.isFirst,
      reservationFields.kind,
      reservationFields.bookedVia,
      '予約日',
      '予約時刻',
      reservationFields.note,
    ],
    page: async (ctx, input, after) => {
      if (input.shopId !== undefined) {
        await requireShop(ctx, input.shopId)
        ctx.audit({ shopId: input.shopId })
      }
      const of = await requireMember(ctx, input)
      const memberId = of?.memberId ?? null
      if (of) ctx.audit({ memberId: String(of.memberId) })
      if (after === null) {
        ctx.audit({ rowCount: await countReservations(ctx.scoped, sightOf(ctx), input, memberId) })
      }
      const page = await listReservationsAfter(ctx.scoped, sightOf(ctx), input, memberId, after, exportedAtOnce)
      return { rows: page.rows.map((row) => toCells(toReservation(row))), after: page.after }
    },
  },
}

const spaced = (...words: (string | null | undefined)[]) => words.filter(Boolean).join('　') || null
const dayOf = (instant: string) => instant.slice(0, 10).replaceAll('-', '/')
const timeOf = (instant: string) => instant.slice(11, 16)

function toCells(row: ShopReservation): Cell[] {
  return [
    String(row.externalId ?? ''),
    dayOf(row.startAt),
    timeOf(row.startAt),
    timeOf(row.endAt),
    row.shop.name,
    row.programName,
    row.studioRoomName,
    row.seatNo,
    row.staff?.displayName ?? null,
    row.member?.memberNo ?? null,
    spaced(row.member?.lastName, row.member?.firstName),
    spaced(row.member?.lastNameKana, row.member?.firstNameKana),
    reservationStatuses[row.status],
    row.isTrial ? '体験' : null,
    row.isFirst ? '初回' : null,
    reservationKinds[row.kind],
    bookedVias[row.bookedVia],
    dayOf(row.bookedAt),
    timeOf(row.bookedAt),
    row.note,
  ]
}
