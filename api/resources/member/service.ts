import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Member, MemberRow, member } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { comingKinds, contractStatuses, genders, memberStatuses } from '#contract/words/member.ts'
import type { Ctx, Handlers } from '../../context.ts'
import type { Cell, CsvExports } from '../../csv.ts'
import { required } from '../../db/records.ts'
import { listAnswer } from '../../list-answer.ts'
import { toTokyoDateTime } from '../../time.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { type FoundMember, listMembers, listMembersAfter, memberByUserId, type Sight } from './repository.ts'

type ListInput = Input<typeof member.list>

export const memberHandlers: Handlers<typeof member> = {
  list: async (ctx, input) => {
    refuseMoney(ctx, input)
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    return listAnswer(input, await listMembers(ctx.scoped, sightOf(ctx), input), (row) => toMemberRow(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = required(await memberByUserId(ctx.scoped, id))
    return {
      ...toMemberRow(ctx, row),
      externalId: row.externalId,
      ...(seesContact(ctx) && {
        birthday: row.birthday,
        zipCode: row.zipCode,
        prefecture: row.prefecture,
        address1: row.address1,
        address2: row.address2,
      }),
      hasActivePlan: row.hasActivePlan,
      lockedHasActivePlan: row.lockedHasActivePlan,
      withLeanBodyContent: row.withLeanBodyContent,
      lockedWithLeanBodyContent: row.lockedWithLeanBodyContent,
      joinRoute: row.joinRoute,
      cancelledOn: row.cancelledOn,
      mailOptIn: row.mailOptIn,
      trainer:
        row.trainerId && row.trainerName !== null ? { id: String(row.trainerId), displayName: row.trainerName } : null,
      plans: row.plans.map(({ id, shopId, shopName, monthlyFee, ...plan }) => ({
        id: String(id),
        planName: plan.planName,
        shop: { id: String(shopId), name: shopName },
        kind: plan.kind,
        startOn: plan.startOn,
        endOn: plan.endOn,
        ...(ctx.can('report.money') && { monthlyFee }),
      })),
      visitMonths: row.visitMonths,
      lastSyncedAt: row.lastSyncedAt && toTokyoDateTime(new Date(row.lastSyncedAt)),
      version: row.version,
    } satisfies Member
  },
}

/** Contact is unmasked with the right to change it. */
const seesContact = (ctx: Ctx) => ctx.can('member.write')
const sightOf = (ctx: Ctx): Sight => ({ shops: ctx.shops, contact: seesContact(ctx) })

/** Neither sorting nor filtering may reveal what the response masks. */
function refuseMoney(ctx: Ctx, { sortKey, unpaid }: ListInput) {
  if (ctx.can('report.money')) return
  const message = '金額を見る権限がないため、指定できません。'
  const fields = { ...(sortKey === 'unpaidAmount' && { sortKey: message }), ...(unpaid && { unpaid: message }) }
  if (Object.keys(fields).length) throw new ApiError('invalid', { fields })
}

const maskedTel = (tel: string | null) => tel && `***-****-${tel.slice(-4)}`
const maskedEmail = (email: string | null) => email && `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`

function toMemberRow(ctx: Ctx, row: FoundMember): MemberRow {
  const contact = seesContact(ctx)
  return {
    id: String(row.id),
    memberId: String(row.memberId),
    memberNo: row.memberNo,
    lastName: row.lastName,
    firstName: row.firstName,
    lastNameKana: row.lastNameKana,
    firstNameKana: row.firstNameKana,
    gender: row.gender,
    age: row.age,
    tel: contact ? row.tel : maskedTel(row.tel),
    email: contact ? row.email : maskedEmail(row.email),
    shop: { id: String(row.shopId), name: row.shopName },
    status: row.status,
    contractStatus: row.contractStatus,
    planName: row.planName,
    coming: row.comingKind && row.comingOn ? { kind: row.comingKind, on: row.comingOn } : null,
    joinedOn: row.joinedOn,
    lastVisitOn: row.lastVisitOn,
    visits30d: row.visits30d,
    ...(ctx.can('report.money') && { unpaidAmount: row.unpaidAmount }),
  }
}

const exportedAtOnce = 1000
const slashed = (day: string | null) => day?.replaceAll('-', '/') ?? null
const spaced = (...words: (string | null)[]) => words.filter(Boolean).join('　') || null

export const memberExports: CsvExports<typeof member> = {
  list: {
    filename: async (ctx, { shopId }) => `会員一覧_${await shopInFilename(ctx, shopId)}`,
    columns: (ctx) => [
      '会員番号',
      '氏名',
      'フリガナ',
      '性別',
      '年齢',
      '電話番号',
      'メール',
      '所属店舗',
      '利用状態',
      '契約状態',
      'プラン',
      '予定',
      '予定日',
      '入会日',
      '最終来館日',
      '来館日数（直近30日）',
      ...(ctx.can('report.money') ? ['未収金（円）'] : []),
    ],
    page: async (ctx, input, after) => {
      refuseMoney(ctx, input)
      if (input.shopId !== undefined) {
        await requireShop(ctx, input.shopId)
        ctx.audit({ shopId: input.shopId })
      }
      if (after === null) {
        const { total } = await listMembers(ctx.scoped, sightOf(ctx), { ...input, offset: 0, limit: 1 })
        ctx.audit({ rowCount: total })
      }
      const page = await listMembersAfter(ctx.scoped, sightOf(ctx), input, after, exportedAtOnce)
      return { rows: page.rows.map((row) => toCells(toMemberRow(ctx, row))), after: page.after }
    },
  },
}

function toCells(row: MemberRow): Cell[] {
  return [
    row.memberNo,
    spaced(row.lastName, row.firstName),
    spaced(row.lastNameKana, row.firstNameKana),
    genders[row.gender],
    row.age,
    row.tel && phoneText(row.tel),
    row.email,
    row.shop.name,
    memberStatuses[row.status],
    contractStatuses[row.contractStatus],
    row.planName,
    row.coming && comingKinds[row.coming.kind],
    row.coming && slashed(row.coming.on),
    slashed(row.joinedOn),
    slashed(row.lastVisitOn),
    row.visits30d,
    ...(row.unpaidAmount === undefined ? [] : [row.unpaidAmount]),
  ]
}
