import { sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type MailStep, MailStepDraft, type MailStepRow, type mailStep } from '#contract/mail-step.ts'
import { senderMissing, wantsConsent } from '#contract/words/mail.ts'
import { absenceTriggers, triggerText } from '#contract/words/mail-step.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { idArray } from '../../db/expressions.ts'
import { membersWhere, sightOf } from '../../db/member-search.ts'
import { memberIdOf } from '../../db/one-member.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { mailStep as table } from '../../db/schema/mail-step.ts'
import { tokyoDayOf, toTokyoDateTime } from '../../lib/time.ts'
import { conditionTexts } from '../../mail/condition-texts.ts'
import { tryOut } from '../../mail/dry-run.ts'
import { isComplete, senderOf } from '../../mail/senders.ts'
import { endForAll, enrol, reschedule } from '../../mail/steps.ts'
import { requireHidden, requireTransition } from '../../rules/publication.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, wireOf } from '../../wire/rows.ts'
import { requireShop } from '../shop/require-shop.ts'
import {
  countMembers,
  listEnrolments,
  listOfMember,
  listSteps,
  type MemberStep,
  replaceItems,
  type StepMember,
  type StepRecord,
  type StepRow,
  shopNameOf,
  stepById,
  templatesOf,
} from './repository.ts'

type Draft = Input<(typeof mailStep)['create']>
const noun = 'ステップメール'

export const mailStepHandlers: Handlers<typeof mailStep> = {
  list: async (ctx, input) => listAnswer(input, await listSteps(ctx.scoped, input), toRow),

  get: async (ctx, { id }) => toStep(ctx, required(await stepById(ctx.scoped, id))),

  create: async (ctx, draft) => {
    await requireParts(ctx, draft)
    const activatedAt = draft.status === 'active' ? ctx.now : null
    const id = await insertRecord(ctx, table, { ...contentOf(draft), activatedAt })
    await replaceItems(ctx.scoped, id, draft.steps)
    const saved = required(await stepById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(null, inWords(saved)) })
    return toStep(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, stepById)
    const draft: Draft = { ...asDraft(before), ...definedOf(changes) }
    const publication = { status: draft.status, publishFrom: null }
    requireTransition(noun, { status: before.status, publishFrom: null }, publication, changes, ctx.now)
    await requireParts(ctx, draft)
    // Triggers before it became public, or of another trigger type, start it for nobody.
    const isFresh = draft.status === 'active' && (before.status !== 'active' || !isSameTrigger(before, draft))
    const content = { ...contentOf(draft), ...(isFresh && { activatedAt: ctx.now, lookedTo: null }) }
    await updateRecord(ctx, table, { id, version }, content, () => toStep(ctx, before))
    if (changes.steps) await replaceItems(ctx.scoped, id, draft.steps)
    if (before.status === 'active' && draft.status !== 'active') await endForAll(ctx.scoped, id, ctx.now)
    else if (changes.steps) await reschedule(ctx.scoped, id, ctx.now)
    const saved = required(await stepById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(inWords(before), inWords(saved)) })
    return toStep(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, stepById)
    requireHidden(noun, { status: before.status, publishFrom: null }, ctx.now)
    await removeRecord(ctx, table, { id, version }, () => toStep(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(inWords(before), null) })
    return {}
  },

  dryRun: async (ctx, { id }) => {
    const { items, entryFilter, stopOn, triggerType, triggerDays } = required(await stepById(ctx.scoped, id))
    const { month, from, to } = lastMonth(ctx.now)
    const { where } = await membersWhere(
      ctx.scoped,
      { shops: ctx.shops, contact: true, now: ctx.now, approves: false },
      filterOf(entryFilter),
    )
    const trigger = { type: triggerType, days: triggerDays }
    const tried = await tryOut(ctx.scoped, { trigger, stopOn, steps: items, where, from, to })
    return { month, ...tried, mails: tried.steps.reduce((sum, { mails }) => sum + mails, 0) }
  },

  enrolments: async (ctx, input) => {
    required(await stepById(ctx.scoped, input.id))
    return listAnswer(input, await listEnrolments(ctx.scoped, sightOf(ctx), input), (row) => ({
      ...toEnrolment(row),
      ...{ memberNo: row.memberNo, name: row.name, shopName: row.shopName },
      userId: String(row.userId),
    }))
  },

  enrol: async (ctx, { id, userIds }) => {
    const step = await holdRecord(ctx, table, id, stepById)
    if (step.triggerType !== 'manual') {
      throw new ApiError('invalid', {
        message: '手動で追加できるのは、開始条件が「手動で追加」のステップメールだけです。',
      })
    }
    if (step.status !== 'active')
      throw new ApiError('invalid', { message: '公開中のステップメールにだけ追加できます。' })
    const chosen = [...new Set<string>(userIds)]
    const members = sql`select id as member_id, ${tokyoDayOf(ctx.now)}::date as anchor_on from member
      where user_id = any(${idArray(chosen)})`
    if ((await countMembers(ctx.scoped, members)) !== chosen.length) throw new ApiError('not_found')
    const enrolled = await enrol(ctx.scoped, id, members, ctx.now)
    ctx.audit({ resourceId: id, rowCount: enrolled })
    return { enrolled, left: chosen.length - enrolled }
  },

  ofMember: async (ctx, { id, ...page }) => {
    const memberId = required(await memberIdOf(ctx.scoped, id))
    return listAnswer(page, await listOfMember(ctx.scoped, memberId, page), (row) => ({
      ...toEnrolment(row),
      step: { id: String(row.stepId), name: row.stepName },
    }))
  },
}

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** 404 for an unknown shop, 422 for a template that a scenario of the whole chain cannot send. */
async function requireParts(ctx: Ctx, { entryFilter, steps, trigger, status }: Draft) {
  if (entryFilter.shopId !== undefined) await requireShop(ctx, entryFilter.shopId)
  const ids = [...new Set<string>(steps.map(({ templateId }) => templateId))]
  const found = new Map((await templatesOf(ctx.scoped, ids)).map((template) => [String(template.id), template]))
  for (const [at, { templateId }] of steps.entries()) {
    const template = found.get(templateId)
    const nth = `ステップ${at + 1}のテンプレート`
    const field = `steps.${at}.templateId`
    if (!template) throw refuse(field, `${nth}が見つかりません。選び直してください。`)
    if (!template.isCommon) throw refuse(field, `${nth}には、共通のテンプレートを選択してください。`)
    if (status === 'active' && template.status !== 'active') {
      throw refuse(field, `${nth}は公開中ではありません。公開してから、このステップメールを公開してください。`)
    }
    if (status === 'active' && wantsConsent(template.category) && !isComplete(await senderOf(ctx.scoped, null))) {
      throw refuse('status', senderMissing)
    }
    if (template.category === 'consentRequest') {
      throw refuse(field, `${nth}には、配信のお願いを使用できません。「メール作成」から送信してください。`)
    }
    if (template.category === 'transactional' && absenceTriggers.includes(trigger.type)) {
      throw refuse(field, `${nth}には、業務連絡を使用できません。休眠の会員にも届くためです。`)
    }
  }
}

const isSameTrigger = (row: StepRecord, { trigger: { type, days } }: Draft) =>
  row.triggerType === type && row.triggerDays === days

/** The conditions as inputs of the members' list. */
const filterOf = (filter: StepRecord['entryFilter']) => MailStepDraft.shape.entryFilter.parse(filter)

/** A draft as stored. */
function contentOf({ trigger: { type, days }, steps: _, ...rest }: Draft) {
  return { ...rest, triggerType: type, triggerDays: days, searchText: folded(rest.name) }
}

/** The row as an input, the base of a partial update. */
function asDraft(row: StepRecord): Draft {
  const { triggerType: type, triggerDays: days, items } = row
  const steps = items.map(({ delayDays, sendTime, templateId }) => ({
    delayDays,
    sendTime,
    templateId: String(templateId),
  }))
  return {
    ...draftOf(MailStepDraft, { ...row, trigger: { type, days }, steps }),
    entryFilter: filterOf(row.entryFilter),
  }
}

/** The row as the audit log shows it. */
function inWords(row: StepRecord) {
  const { name, status, stopOn, entryFilter } = row
  const trigger = triggerText({ type: row.triggerType, days: row.triggerDays })
  const steps = row.items.map((item) => `${item.delayDays}日後 ${item.sendTime} ${item.name}`)
  return { name, trigger, entryFilter, steps, stopOn, status }
}

/** The last whole month in Tokyo. */
function lastMonth(now: Date) {
  const first = new Date(`${tokyoDayOf(now).slice(0, 7)}-01T00:00:00Z`)
  const to = new Date(first.getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
  const month = to.slice(0, 7)
  return { month, from: `${month}-01`, to }
}

const wireTime = (at: string | null) => at && toTokyoDateTime(new Date(at))

function toEnrolment(row: StepMember | MemberStep) {
  const { id, anchorOn, enrolledAt, stepsDone, stepCount, nextAt, endedAt, exit, mails } = row
  return {
    ...{ id: String(id), anchorOn, stepsDone, stepCount, exit, mails },
    enrolledAt: toTokyoDateTime(new Date(enrolledAt)),
    nextAt: wireTime(nextAt),
    endedAt: wireTime(endedAt),
  }
}

function toRow({ triggerType: type, triggerDays: days, ...row }: StepRow): MailStepRow {
  return { ...wireOf(row), trigger: { type, days } }
}

/** Null: no condition. The shop is named even to callers who work in another one. */
async function filterText({ scoped }: Ctx, filter: StepRecord['entryFilter']): Promise<string | null> {
  const shop = filter.shopId === undefined ? [] : [`店舗: ${(await shopNameOf(scoped, filter.shopId)) ?? '–'}`]
  return [...shop, ...(await conditionTexts(scoped, filter))].join('、') || null
}

async function toStep(ctx: Ctx, { items, entryFilter, stopOn, ...row }: StepRecord): Promise<MailStep> {
  return {
    ...toRow(row),
    ...{ entryFilter, stopOn },
    filterText: await filterText(ctx, entryFilter),
    steps: items.map(({ templateId, name, subject, status, ...item }) => ({
      ...{ delayDays: item.delayDays, sendTime: item.sendTime },
      templateId: String(templateId),
      template: { name, subject, status },
    })),
    canEdit: ctx.can('mailStep.write'),
  }
}
