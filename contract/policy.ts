import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  versioned,
  zDate,
  zDateTime,
  zId,
  zPlannedDay,
  zText,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { maxPolicyText } from './rich-text.ts'
import { policyList, policyStates, policyTypes } from './words/policy.ts'

/** An edition of a text that members agree to, without the text. */
export const PolicyRow = z.strictObject({
  id: zId,
  type: zWord(policyTypes),
  /** The edition's display name: 第2版. `version` is the record's own. */
  edition: z.string(),
  title: z.string(),
  state: zWord(policyStates),
  effectiveFrom: zDate,
  /** The day before the next one starts; only for an activated edition. */
  effectiveTo: zDate.nullable(),
  noticeFrom: zDate.nullable(),
  requiresReconsent: z.boolean(),
  changeSummary: z.string().nullable(),
  activatedAt: zDateTime.nullable(),
  /** Members who agreed to this edition. */
  agreedCount: z.int(),
  ...authored,
})
export type PolicyRow = z.output<typeof PolicyRow>

export const Policy = PolicyRow.extend({
  /** Markdown, as staff write it. */
  body: z.string(),
  /** The body as sanitised HTML. */
  html: z.string(),
  /** The activated edition before this one. */
  follows: z.strictObject({ id: zId, edition: z.string() }).nullable(),
})
export type Policy = z.output<typeof Policy>

const draft = {
  edition: zText(60).pipe(z.string().trim().min(1)),
  title: zText(80).pipe(z.string().trim().min(1)),
  /** Markdown. */
  body: zText(maxPolicyText).pipe(z.string().min(1)),
  effectiveFrom: zPlannedDay,
  /** From this day on members can read it, beside the one in force. */
  noticeFrom: zPlannedDay.nullable(),
  requiresReconsent: z.boolean(),
  changeSummary: zText(500).nullable(),
}
/** The draft of an edition; its type is fixed when it is created. */
export const PolicyDraft = z.strictObject(draft)
export type PolicyDraft = z.input<typeof PolicyDraft>

/** The public part of an edition. */
const PublicPolicy = z.strictObject({
  edition: z.string(),
  title: z.string(),
  effectiveFrom: zDate,
  changeSummary: z.string().nullable(),
  requiresReconsent: z.boolean(),
  /** Sanitised HTML. */
  html: z.string(),
})
export type PublicPolicy = z.output<typeof PublicPolicy>

/** The edition in force, and the next one from its announcement on. */
export const PublicPolicies = z.strictObject({ active: PublicPolicy.nullable(), next: PublicPolicy.nullable() })
export type PublicPolicies = z.output<typeof PublicPolicies>

export const policy = {
  list: get('/policy/list', 'policy.read', '規約の版の一覧', listInput(policyList), listOf(PolicyRow)),
  create: post(
    '/policy/new',
    'policy.write',
    '規約の版を登録する',
    PolicyDraft.extend({ type: zWord(policyTypes) }),
    Policy,
  ),
  get: get('/policy/:id', 'policy.read', '規約の版の詳細', { id: zId }, Policy),
  update: put('/policy/:id', 'policy.write', '規約の版を更新する', changesOf(PolicyDraft), Policy),
  /** In force from its day on; it can no longer be changed. */
  activate: post('/policy/:id/activate', 'policy.write', '規約の版を有効にする', versioned, Policy),
  remove: del('/policy/:id', 'policy.write', '規約の版を削除する', versioned, Empty),
  /** The public page for members. */
  inForce: get('/policy/in-force', 'public', '有効な規約の公開', { type: zWord(policyTypes) }, PublicPolicies, {
    isPage: true,
  }),
} satisfies Endpoints
