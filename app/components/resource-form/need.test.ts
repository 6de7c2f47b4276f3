import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AnnouncementDraft } from '#contract/announcement.ts'
import { ColumnDraft } from '#contract/column.ts'
import { LeanBodyDraft } from '#contract/lean-body.ts'
import { MailDraft } from '#contract/mail.ts'
import { MailStepDraft } from '#contract/mail-step.ts'
import { MailTemplateDraft } from '#contract/mail-template.ts'
import { MemberDraft } from '#contract/member.ts'
import { PolicyDraft } from '#contract/policy.ts'
import { ReportActionDraft } from '#contract/report-action.ts'
import { ShopForm } from '#contract/shop.ts'
import { StaffForm, StaffRegistrationForm, StaffShopsForm } from '#contract/staff.ts'
import { UserDraft } from '#contract/user.ts'
import { needsOf } from './need'

test('a field needs an entry where the schema takes no empty value, one of its words where they are fixed', () => {
  const needOf = needsOf(
    z.strictObject({
      title: z.string().min(1),
      note: z.string().nullable(),
      tags: z.array(z.string()),
      steps: z.array(z.string()).min(1),
      isPinned: z.boolean(),
      count: z.number(),
      state: z.enum(['on', 'off']),
      filter: z.strictObject({ plan: z.string().optional() }),
    }),
  )
  const names = ['title', 'note', 'tags', 'steps', 'isPinned', 'count', 'state', 'filter', 'unknown']
  expect(names.map((name) => needOf(name))).toEqual([
    'entry',
    undefined,
    undefined,
    'entry',
    undefined,
    'entry',
    'word',
    undefined,
    undefined,
  ])
})

test('a refinement of the whole form hides no field', () => {
  const needOf = needsOf(z.strictObject({ title: z.string().min(1) }).refine(() => true))
  expect(needOf('title')).toBe('entry')
})

/** Of these, fixed words in a select have no mark: one of them is always chosen. */
describe('what the forms need', () => {
  const noShops = { shops: { scope: 'shops', shopIds: [] }, target: { scope: 'shops', shopIds: [] } }
  const needed = (schema: z.ZodObject) => {
    const needOf = needsOf(schema)
    return Object.keys(schema.shape).filter((name) => needOf(name, noShops[name as keyof typeof noShops]))
  }
  test.each([
    ['お知らせ', AnnouncementDraft, ['title', 'body', 'category', 'target', 'status']],
    ['コラム', ColumnDraft, ['title', 'body', 'category', 'status']],
    ['LEAN BODY', LeanBodyDraft, ['title', 'status', 'sortOrder']],
    ['メール', MailDraft, ['category', 'subject', 'body', 'to']],
    ['ステップメール', MailStepDraft, ['name', 'trigger', 'steps', 'status']],
    ['メールテンプレート', MailTemplateDraft, ['name', 'category', 'subject', 'body', 'status']],
    ['会員', MemberDraft, []],
    ['規約', PolicyDraft, ['edition', 'title', 'body', 'effectiveFrom']],
    [
      '改善アクション',
      ReportActionDraft,
      ['shopId', 'title', 'category', 'priority', 'plan', 'ownerStaffId', 'startOn', 'dueOn', 'status', 'progress'],
    ],
    ['店舗', ShopForm, ['enabledOnlineRsv']],
    ['権限と在籍', StaffForm, ['displayName', 'role', 'status']],
    ['スタッフの登録', StaffRegistrationForm, ['lastName', 'firstName', 'gender', 'email', 'role']],
    ['担当店舗', StaffShopsForm, []],
    ['プロフィール', UserDraft, ['lastName', 'firstName', 'email', 'gender']],
  ])('%s', (_, schema, names) => {
    expect(needed(schema).toSorted()).toEqual(names.toSorted())
  })
})
