import { birthdaysOf } from '#contract/birthday.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { Member, MemberRow, member } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import {
  type BroughtFact,
  comingKinds,
  contractStatuses,
  genders,
  memberStatuses,
  risks,
  visitClasses,
} from '#contract/words/member.ts'
import { leanBodyStates } from '#contract/words/member-list.ts'
import { riskReasons } from '#contract/words/risk.ts'
import { visitReason } from '#contract/words/visit-class.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { sightOf } from '../../db/member-search.ts'
import { memberIdOf } from '../../db/one-member.ts'
import { required } from '../../db/records.ts'
import { visitWindowDays } from '../../figures/visit-classes.ts'
import { maskedAddresses, maskedEmail } from '../../lib/masked-email.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { refuseMoney, refuseRisk, seesRisk } from '../../rules/refuse-unseen.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { readStaffUser } from '../staff/record.ts'
import { contactOf } from './contact.ts'
import { importsOfMember } from './imports.ts'
import {
  type BulkResult,
  bulkChange,
  byContracts,
  changeOf,
  requireOneWay,
  requireRoomForTags,
  withChanges,
} from './kept.ts'
import {
  changesOfMember,
  entriesOf,
  type FoundChange,
  holdMembers,
  namesOfStaff,
  paymentsOf,
  plansOf,
  ticketsOf,
  trainerShops,
  unpaidOf,
  visitYearOf,
  writeMembers,
} from './records.ts'
import { type FoundMember, listMembers, listMembersAfter, type MemberDetail, memberByUserId } from './repository.ts'
import { afterAssigning, approve, holdAssignments, resultOf, waitsForOthers } from './trainers.ts'

type ListInput = Input<typeof member.list>

export const memberHandlers = (jobs: Jobs): Handlers<typeof member> => ({
  list: async (ctx, input) => {
    refuseMoney(ctx, moneyParams(input))
    refuseRisk(ctx, { risk: Boolean(input.risk) })
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const page = await listMembers(ctx.scoped, sightOf(ctx), input)
    const sees = await contactOf(ctx, page.rows)
    const birthdays = birthdaysOf(input.keyword ?? '', tokyoDayOf(ctx.now))
    return listAnswer(input, page, (row) => {
      const { birthday } = row
      const isWanted = birthday !== null && birthdays.includes(birthday) && sees(row)
      return { ...toMemberRow(ctx, row, sees(row)), ...(isWanted && { foundBirthday: birthday }) }
    })
  },

  get: async (ctx, { id, type }) => {
    const staffUser = type === 'member' ? null : await readStaffUser(ctx, id)
    if (type === 'staff') return required(staffUser)
    return staffUser ?? readMember(ctx, id)
  },

  update: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx, { id, version, ...changes }) => {
        const [before] = await holdMembers(ctx.scoped, [id])
        const held = required(before)
        if (version !== undefined && version !== held.version) {
          throw new ApiError('stale', { current: await readMember(ctx, id) })
        }
        const after = withChanges(held, changes)
        const isReassigned = after.trainerStaffId !== held.trainerStaffId
        if (isReassigned) await requireTrainer(ctx, after.trainerStaffId, [held.shopId])
        await writeMembers(ctx.scoped, [after], ctx.principal.staffId, ctx.now)
        if (isReassigned) await afterAssigning(ctx, jobs, after.trainerStaffId, [held.id])
        ctx.audit(changeOf(held, after))
        return readMember(ctx, id)
      }
    },
  },

  // Writes one audit row per member, besides the one for the call, so that a member's history is complete.
  bulk: {
    prepare: async (_, { audit }) => {
      await jobs.ready()
      return async (ctx, input) => {
        requireOneWay(input)
        const held = await holdMembers(ctx.scoped, input.ids)
        if (input.trainerStaffId) {
          const shopIds = [...new Set(held.map(({ shopId }) => shopId))]
          await requireTrainer(ctx, input.trainerStaffId, shopIds)
        }
        const rows = held.map((one) => ({ one, ...bulkChange(one, input) }))
        const changed = rows.filter(({ result }) => result === 'changed')
        const assigned = changed.filter(
          ({ one, after }) => after.trainerStaffId !== null && after.trainerStaffId !== one.trainerStaffId,
        )
        const waits = input.trainerStaffId ? await waitsForOthers(ctx, input.trainerStaffId) : false
        requireRoomForTags(changed)
        if (input.dryRun) ctx.audit({ rowCount: 0 })
        else {
          const kept = changed.map(({ after }) => after)
          await writeMembers(ctx.scoped, kept, ctx.principal.staffId, ctx.now)
          const [first] = assigned
          if (first) {
            const ids = assigned.map(({ one }) => one.id)
            await afterAssigning(ctx, jobs, first.after.trainerStaffId, ids)
          }
          const { staffId, role, sid } = ctx.principal
          const by = { action: 'member.update', resourceType: 'member', actor: { staffId, role, sid } }
          await audit(ctx.scoped, ...changed.map(({ one, after }) => ({ ...by, ...changeOf(one, after) })))
          ctx.audit({ rowCount: changed.length })
        }
        const found = new Map(rows.map(({ one, result }) => [String(one.userId), { name: one.name, result }]))
        const answers = [...new Set(input.ids)].map((id) => ({
          id,
          ...(found.get(id) ?? { name: null, result: 'notFound' as const }),
        }))
        const countOf = (wanted: BulkResult) => answers.filter(({ result }) => result === wanted).length
        return {
          changed: countOf('changed'),
          unchanged: countOf('unchanged'),
          locked: countOf('locked'),
          notFound: countOf('notFound'),
          awaitingApproval: waits ? assigned.length : 0,
          rows: answers,
        }
      }
    },
  },

  // Like a bulk change, one audit row per member.
  approveTrainers: {
    prepare:
      async (_, { audit }) =>
      async (ctx, { rows }) => {
        const held = new Map((await holdAssignments(ctx.scoped, rows)).map((one) => [String(one.userId), one]))
        const answers = rows.map(({ userId, trainerStaffId }) => {
          const one = held.get(userId)
          return {
            userId,
            name: one?.name ?? null,
            result: one ? resultOf(one, trainerStaffId) : ('notFound' as const),
          }
        })
        const approved = answers.flatMap(({ userId, result }) =>
          result === 'approved' ? (held.get(userId) ?? []) : [],
        )
        await approve(
          ctx,
          approved.map(({ id }) => id),
        )
        const { staffId, role, sid } = ctx.principal
        for (const { id, userId, shopId } of approved) {
          await audit(ctx.scoped, {
            action: 'member.approveTrainers',
            resourceType: 'member',
            actor: { staffId, role, sid },
            resourceId: String(userId),
            shopId: String(shopId),
            memberId: String(id),
            diff: { trainerApproved: { before: false, after: true } },
          })
        }
        ctx.audit({ rowCount: approved.length })
        return { approved: approved.length, rows: answers }
      },
  },

  plans: async (ctx, { userId, ...page }) => {
    const id = required(await memberIdOf(ctx.scoped, userId))
    return listAnswer(
      page,
      await plansOf(ctx.scoped, id, page),
      ({
        id,
        planId,
        shopId,
        shopName,
        cancelReason,
        monthlyFee,
        paymentMethod,
        paymentStatus,
        paymentMonth,
        ...plan
      }) => ({
        ...plan,
        id: String(id),
        planId: String(planId),
        shop: { id: String(shopId), name: shopName },
        ...(ctx.can('member.write') && { cancelReason }),
        ...(ctx.can('report.money') && { monthlyFee, paymentMethod, paymentStatus, paymentMonth }),
      }),
    )
  },

  tickets: async (ctx, { userId, ...page }) => {
    const id = required(await memberIdOf(ctx.scoped, userId))
    return listAnswer(
      page,
      await ticketsOf(ctx.scoped, id, page),
      ({ id, ticketId, shopId, shopName, grantedAt, unitPrice, ...ticket }) => ({
        ...ticket,
        id: String(id),
        ticketId: String(ticketId),
        shop: { id: String(shopId), name: shopName },
        grantedAt: tokyo(grantedAt),
        ...(ctx.can('report.money') && { unitPrice }),
      }),
    )
  },

  visits: async (ctx, { id, year, ...page }) => {
    const memberId = required(await memberIdOf(ctx.scoped, id))
    const visits = await visitYearOf(ctx.scoped, memberId, year, ctx.now)
    const entries = await entriesOf(ctx.scoped, memberId, visits.year, page)
    return {
      ...visits,
      ...listAnswer(page, entries, ({ id, shopId, shopName, enteredAt, leftAt, source }) => ({
        id: String(id),
        shop: { id: String(shopId), name: shopName },
        enteredAt: tokyo(enteredAt),
        leftAt: leftAt && tokyo(leftAt),
        source,
      })),
    }
  },

  payments: async (ctx, { id, unpaid, ...page }) => {
    const memberId = required(await memberIdOf(ctx.scoped, id))
    const { rows, total } = await paymentsOf(ctx.scoped, memberId, unpaid === 'true', page)
    return {
      ...listAnswer(page, { rows, total }, ({ shopId, shopName, ...payment }) => ({
        ...payment,
        shop: { id: String(shopId), name: shopName },
      })),
      unpaid: await unpaidOf(ctx.scoped, memberId, ctx.now),
    }
  },

  history: async (ctx, { id, ...page }) => {
    const memberId = required(await memberIdOf(ctx.scoped, id))
    const reach = ctx.reach('audit.read')
    const own = reach.rule === 'own' ? reach.staffId : undefined
    const found = await changesOfMember(ctx.scoped, memberId, own, page)
    const names = await staffNames(ctx.scoped, found.rows)
    const answer = listAnswer(page, found, ({ seq, at, staffId, displayName, action, diff }) => ({
      id: String(seq),
      at: tokyo(at),
      actor: staffId !== null && displayName !== null ? { id: String(staffId), displayName } : null,
      action,
      fields: Object.entries(diff ?? {}).map(([field, { before, after }]) =>
        field === 'trainerStaffId'
          ? { field, before: names.get(Number(before)) ?? null, after: names.get(Number(after)) ?? null }
          : { field, before, after },
      ),
    }))
    return { ...answer, imports: await importsOfMember(ctx, memberId, own) }
  },
})

const tokyo = (at: string) => toTokyoDateTime(new Date(at))

async function readMember(ctx: Ctx, id: string): Promise<Member> {
  const row = required(await memberByUserId(ctx.scoped, id, ctx.now))
  const contact = (await contactOf(ctx, [row]))(row)
  const next = row.nextReservation
  return {
    ...toMemberRow(ctx, row, contact),
    externalId: row.externalId,
    ...(contact && {
      birthday: row.birthday,
      zipCode: row.zipCode,
      prefecture: row.prefecture,
      address1: row.address1,
      address2: row.address2,
    }),
    hasActivePlan: row.hasActivePlan,
    lockedHasActivePlan: row.lockedHasActivePlan,
    lockedWithLeanBodyContent: row.lockedWithLeanBodyContent,
    staffNote: row.staffNote,
    alertNote: row.alertNote,
    ticketsLeft: row.ticketsLeft,
    byContracts: byContracts(row),
    suspension: row.suspension,
    nextReservation: next && {
      id: String(next.id),
      programName: next.programName,
      startAt: tokyo(next.startAt),
      shop: { id: String(next.shopId), name: next.shopName },
    },
    trainerApproval: await approvalOf(ctx, row.trainerApproval),
    joinRoute: row.joinRoute,
    joinedDay: row.joinedDay,
    cancelledOn: row.cancelledOn,
    missing: row.missing,
    mailOptIn: row.mailOptIn,
    mailAddress: contact ? row.mailAddress : maskedEmail(row.mailAddress),
    mailBounce: row.mailBounce && {
      at: tokyo(row.mailBounce.at),
      detail: contact ? row.mailBounce.detail : maskedAddresses(row.mailBounce.detail),
      isComplaint: row.mailBounce.isComplaint,
    },
    isUnreachable: row.mailBounce === null && row.isUnreachable,
    plans: row.plans.map(({ id, planId, shopId, shopName, monthlyFee, ...plan }) => ({
      id: String(id),
      planId: String(planId),
      planName: plan.planName,
      shop: { id: String(shopId), name: shopName },
      kind: plan.kind,
      startOn: plan.startOn,
      endOn: plan.endOn,
      ...(ctx.can('report.money') && { monthlyFee }),
    })),
    visitMonths: row.visitMonths,
    lastSyncedAt: row.lastSyncedAt && tokyo(row.lastSyncedAt),
    hasChosen: row.hasChosen,
    ofFile: [...new Set(Object.keys(row.providerValues ?? {}).flatMap((column) => factOfColumn[column] ?? []))],
    updatedBy:
      row.editorId && row.editorName !== null ? { id: String(row.editorId), displayName: row.editorName } : null,
    updatedAt: row.updatedAt && tokyo(row.updatedAt),
    version: row.version,
  }
}

async function approvalOf(ctx: Ctx, approval: MemberDetail['trainerApproval']): Promise<Member['trainerApproval']> {
  if (!approval) return null
  const { assignedBy, assignedAt, approvedBy, approvedAt, isOwnAppointee } = approval
  const names = await namesOfStaff(
    ctx.scoped,
    [assignedBy, approvedBy].filter((id) => id !== null),
  )
  const personOf = (id: number | null) => {
    const displayName = id === null ? undefined : names.get(id)
    return displayName === undefined ? null : { id: String(id), displayName }
  }
  return {
    assignedBy: personOf(assignedBy),
    assignedAt: tokyo(assignedAt),
    approvedBy: personOf(approvedBy),
    approvedAt: approvedAt && tokyo(approvedAt),
    mayApprove: approvedAt === null && !isOwnAppointee && ctx.can('log.approve'),
  }
}

/** A trainer must work in the shops of their members. */
async function requireTrainer(ctx: Ctx, staffId: number | string | null, shopIds: readonly number[]) {
  if (staffId === null) return
  const works = await trainerShops(ctx.scoped, ctx.shops, String(staffId))
  if (works && shopIds.every((id) => works.includes(id))) return
  throw new ApiError('invalid', {
    fields: { trainerStaffId: 'この項目には、会員の所属店舗を担当する有効なスタッフを選択してください。' },
  })
}

async function staffNames(scoped: Ctx['scoped'], changes: readonly FoundChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap(({ diff }) => {
    const trainer = diff?.trainerStaffId
    return [trainer?.before, trainer?.after].filter((id) => typeof id === 'number')
  })
  return namesOfStaff(scoped, ids)
}

const moneyParams = ({ sortKey, unpaid }: ListInput) => ({
  sortKey: sortKey === 'unpaidAmount',
  unpaid: Boolean(unpaid),
})

const maskedTel = (tel: string | null) => tel && `***-****-${tel.slice(-4)}`

function toMemberRow(ctx: Ctx, row: FoundMember, contact: boolean): MemberRow {
  return {
    id: String(row.id),
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
    planId: row.planId === null ? null : String(row.planId),
    planName: row.planName,
    coming: row.comingKind && row.comingOn ? { kind: row.comingKind, on: row.comingOn } : null,
    joinedOn: row.joinedOn,
    lastVisitOn: row.lastVisitOn,
    visits30d: row.visits30d,
    visitTrend: row.trend && {
      class: row.trend.class,
      reason: visitReason(row.trend.class, { ...row.trend, windowDays: visitWindowDays }),
    },
    ...(seesRisk(ctx) && {
      risk: row.trend && {
        level: row.trend.risk,
        reasons: riskReasons(row.trend.risk, row.trend.signs, { ...row.trend, lastVisitOn: row.lastVisitOn }),
      },
    }),
    tags: row.tags,
    trainer:
      row.trainerId && row.trainerName !== null
        ? { id: String(row.trainerId), displayName: row.trainerName, isApproved: !row.trainerAwaitsApproval }
        : null,
    hasAlert: row.hasAlert,
    withLeanBodyContent: row.withLeanBodyContent,
    isLocked: row.isLocked,
    ...(ctx.can('report.money') && { unpaidAmount: row.unpaidAmount }),
  }
}

/** Read in one turn; others come between two. */
const exportedAtOnce = 200
const spaced = (...words: (string | null)[]) => words.filter(Boolean).join('　') || null

export const memberExports: CsvExports<typeof member> = {
  list: {
    filename: async (ctx, { shopId }) => `会員一覧_${await shopInFilename(ctx, shopId)}`,
    columns: (ctx) => [
      memberFields.memberNo,
      memberFields.name,
      'フリガナ',
      memberFields.gender,
      '年齢',
      memberFields.tel,
      memberFields.email,
      memberFields.shop,
      memberFields.status,
      memberFields.contractStatus,
      memberFields.plan,
      '予定',
      '予定日',
      memberFields.joinedOn,
      memberFields.lastVisitOn,
      memberFields.visits30d,
      memberFields.visitTrend,
      '来館傾向の理由',
      ...(seesRisk(ctx) ? [memberFields.risk, '離脱リスクの理由'] : []),
      memberFields.tags,
      memberFields.trainerStaffId,
      memberFields.alertNote,
      memberFields.withLeanBodyContent,
      '手動で固定',
      ...(ctx.can('report.money') ? ['未収金（円）'] : []),
    ],
    page: async (ctx, input, after) => {
      refuseMoney(ctx, moneyParams(input))
      refuseRisk(ctx, { risk: Boolean(input.risk) })
      if (input.shopId !== undefined) {
        await requireShop(ctx, input.shopId)
        ctx.audit({ shopId: input.shopId })
      }
      if (after === null) {
        const { total } = await listMembers(ctx.scoped, sightOf(ctx), { ...input, offset: 0, limit: 1 })
        ctx.audit({ rowCount: total })
      }
      const page = await listMembersAfter(ctx.scoped, sightOf(ctx), input, after, exportedAtOnce)
      const sees = await contactOf(ctx, page.rows)
      return { rows: page.rows.map((row) => toCells(toMemberRow(ctx, row, sees(row)))), after: page.after }
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
    row.visitTrend && visitClasses[row.visitTrend.class],
    row.visitTrend?.reason ?? null,
    ...(row.risk === undefined ? [] : [row.risk && risks[row.risk.level], row.risk?.reasons.join('、') || null]),
    row.tags.join('、') || null,
    row.trainer?.displayName ?? null,
    row.hasAlert ? 'あり' : null,
    leanBodyStates[row.withLeanBodyContent ? 'true' : 'false'],
    row.isLocked ? 'あり' : null,
    ...(row.unpaidAmount === undefined ? [] : [row.unpaidAmount]),
  ]
}

const factOfColumn: Record<string, BroughtFact | undefined> = {
  ...{
    member_no: 'memberNo',
    shop_id: 'shop',
    joined_on: 'joinedOn',
    gender: 'gender',
    birthday: 'birthday',
    tel: 'tel',
  },
  ...{ last_name: 'name', first_name: 'name', last_name_kana: 'kana', first_name_kana: 'kana' },
  ...{ email: 'email', representative_email: 'email' },
  ...{ zip_code: 'address', prefecture: 'address', address1: 'address', address2: 'address' },
}
