import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { PolicyDraft, type policy } from '#contract/policy.ts'
import { htmlOfMarkdown } from '#contract/policy-html.ts'
import { maxPolicyText } from '#contract/rich-text.ts'
import type { PolicyType } from '#contract/words/policy.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required, updateRecord } from '../../db/records.ts'
import { policy as table } from '../../db/schema/policy.ts'
import { tokyoDayOf } from '../../lib/time.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import {
  activatedFrom,
  inTurnOfType,
  listPolicies,
  type PolicyRecord,
  policyByEdition,
  policyById,
  publicPolicies,
} from './repository.ts'

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

const read = ({ scoped, now }: Ctx, id: string) => policyById(scoped, id, tokyoDayOf(now))
const policies = recordWrites({
  table,
  read,
  asDraft: ({ type, ...row }) => ({ type, ...draftOf(PolicyDraft, row) }),
  toWire: (_, row) => wireOf(row),
})

export const policyHandlers: Handlers<typeof policy> = {
  list: async ({ scoped, now }, input) =>
    listAnswer(input, await listPolicies(scoped, input, tokyoDayOf(now)), (row) => wireOf(row)),

  get: async (ctx, { id }) => wireOf(await policies.found(ctx, id)),

  create: async (ctx, { type, ...draft }) => {
    const content = contentOf(draft)
    await requireNewEdition(ctx, type, content.edition, null)
    return wireOf(await policies.insert(ctx, { type, ...content }))
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await policies.hold(ctx, id)
    requireDraft(before)
    // An edition keeps its type: the database refuses to write it.
    const { type: _, ...draft } = policies.merged(before, changes)
    const content = contentOf(draft)
    await requireNewEdition(ctx, before.type, content.edition, id)
    return wireOf(await policies.update(ctx, before, version, content))
  },

  activate: async (ctx, { id, version }) => {
    const before = await policies.hold(ctx, id)
    requireDraft(before)
    if (before.effectiveFrom < tokyoDayOf(ctx.now)) {
      throw refuse('effectiveFrom', '施行日が過ぎています。今日以降の日付に変更してから、有効にしてください。')
    }
    await inTurnOfType(ctx.scoped, before.type)
    const other = await activatedFrom(ctx.scoped, before.type, before.effectiveFrom)
    if (other) throw refuse('effectiveFrom', `同じ施行日の版「${other.edition}」が、すでに有効になっています。`)
    await updateRecord(ctx, table, { id, version }, { activatedAt: ctx.now }, () => wireOf(before))
    const saved = required(await read(ctx, id))
    const { edition, effectiveFrom, activatedAt } = wireOf(saved)
    ctx.audit({
      resourceId: id,
      diff: {
        edition: { before: edition, after: edition },
        effectiveFrom: { before: effectiveFrom, after: effectiveFrom },
        activatedAt: { before: null, after: activatedAt },
      },
    })
    return wireOf(saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await policies.hold(ctx, id)
    requireDraft(before)
    return policies.remove(ctx, before, version)
  },

  inForce: ({ transaction, now }, { type }) => transaction((tx) => publicPolicies(tx, type, tokyoDayOf(now))),
}

/** 422 for any change of what members read and agree to. */
function requireDraft({ activatedAt }: PolicyRecord) {
  if (activatedAt === null) return
  throw new ApiError('invalid', {
    message: '有効にした版は、変更も削除もできません。新しい版を登録してください。',
  })
}

async function requireNewEdition({ scoped }: Ctx, type: PolicyType, edition: string, id: string | null) {
  await inTurnOfType(scoped, type)
  const other = await policyByEdition(scoped, type, edition)
  if (other && other.id !== id) throw refuse('edition', 'この版はすでに登録されています。別の名前を入力してください。')
}

type Draft = Omit<Input<(typeof policy)['create']>, 'type'>

/** A draft as stored. */
function contentOf(draft: Draft) {
  if (draft.noticeFrom !== null && draft.noticeFrom > draft.effectiveFrom) {
    throw refuse('noticeFrom', '告知開始日には、施行日以前の日付を指定してください。')
  }
  return { ...draft, html: requireRichText(htmlOfMarkdown(draft.body), maxPolicyText, 'policy').body }
}
