import { z } from 'zod'
import {
  authored,
  changesOf,
  Empty,
  listInput,
  listOf,
  pageInput,
  versioned,
  zDate,
  zDateTime,
  zId,
  zName,
  zWord,
} from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { zMemberFilter } from './mail.ts'
import { publicationStatuses } from './words/common.ts'
import {
  enrolmentList,
  isQuiet,
  mailStepList,
  mostSteps,
  stepExits,
  stepStops,
  stepTriggers,
  triggerDays,
} from './words/mail-step.ts'

const zTrigger = z
  .strictObject({
    type: zWord(stepTriggers),
    days: z.int({ error: 'この項目の日数を、整数で入力してください。' }).min(0).max(365),
  })
  .superRefine(({ type, days }, context) => {
    const { least, most } = triggerDays[type] ?? { least: 0, most: 0 }
    if (days >= least && days <= most) return
    const message =
      most === 0 ? 'この項目では、日数を指定できません。' : `この項目の日数は、${least}〜${most}日で入力してください。`
    context.addIssue({ code: 'custom', path: ['days'], message })
  })

const daysWanted = 'この項目の日数は、0〜365の整数で入力してください。'

/** One mail: so many days after the start, at this time in Tokyo. */
const zStep = z.strictObject({
  delayDays: z.int({ error: daysWanted }).min(0, { error: daysWanted }).max(365, { error: daysWanted }),
  sendTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'この項目の時刻を入力してください。' }),
  templateId: z
    .string()
    .regex(/^[1-9]\d*$/, { error: 'この項目すべてに、テンプレートを選択してください。' })
    .pipe(zId),
})

const nth = (at: number) => `ステップ${at + 1}`

/** Ordered by days, without duplicates: a member gets one mail a day. */
const zSteps = z
  .array(zStep)
  .min(1, { error: 'この項目は1つ以上追加してください。' })
  .max(mostSteps, { error: `この項目は${mostSteps}通までです。` })
  .superRefine((steps, context) => {
    for (const [at, { delayDays, sendTime }] of steps.entries()) {
      const before = steps[at - 1]
      if (before && delayDays <= before.delayDays) {
        const message = `${nth(at)}の日数は、${nth(at - 1)}より大きくしてください。`
        context.addIssue({ code: 'custom', path: [at, 'delayDays'], message })
      }
      if (isQuiet(sendTime)) {
        const message = `${nth(at)}の時刻は、8:00〜20:59で入力してください。夜間は送信しません。`
        context.addIssue({ code: 'custom', path: [at, 'sendTime'], message })
      }
    }
  })

const zStopOn = z
  .array(zWord(stepStops))
  .max(3)
  .refine((stops) => new Set(stops).size === stops.length, { error: 'この項目に同じ条件が2つあります。' })

export const MailStepDraft = z.strictObject({
  name: zName(60),
  trigger: zTrigger,
  /** Which of the triggered members enter; the conditions of the members' list at that moment. */
  entryFilter: zMemberFilter,
  steps: zSteps,
  stopOn: zStopOn,
  status: zWord(publicationStatuses),
})
export type MailStepDraft = z.input<typeof MailStepDraft>

export const MailStepRow = z.strictObject({
  id: zId,
  name: z.string(),
  trigger: z.strictObject({ type: zWord(stepTriggers), days: z.int() }),
  stepCount: z.int(),
  status: zWord(publicationStatuses),
  /** When it became public; null: never. */
  activatedAt: zDateTime.nullable(),
  /** Members of the caller's shops who are in it now, and all who ever were. */
  enrolledCount: z.int(),
  everEnrolledCount: z.int(),
  ...authored,
})
export type MailStepRow = z.output<typeof MailStepRow>

export const MailStep = MailStepRow.extend({
  entryFilter: zMemberFilter,
  /** The conditions in words; null: everybody. */
  filterText: z.string().nullable(),
  steps: z.array(
    z.strictObject({
      delayDays: z.int(),
      sendTime: z.string(),
      templateId: zId,
      template: z.strictObject({ name: z.string(), subject: z.string(), status: zWord(publicationStatuses) }),
    }),
  ),
  stopOn: z.array(zWord(stepStops)),
  /** Whether the caller may change and delete it. */
  canEdit: z.boolean(),
})
export type MailStep = z.output<typeof MailStep>

/** A dry run: members who met the trigger in the last whole month, and the mails they would have got. */
export const MailStepDryRun = z.strictObject({
  /** YYYY-MM. */
  month: z.string(),
  /** The last day of the facts used; null: no facts. */
  until: zDate.nullable(),
  /** 1: everybody was tried. Otherwise a sample of one in so many, and the numbers are estimates. */
  oneIn: z.int(),
  members: z.int(),
  mails: z.int(),
  steps: z.array(
    z.strictObject({
      delayDays: z.int(),
      /** Sent. */
      mails: z.int(),
      /** Ended earlier by a stop condition. */
      stopped: z.int(),
      /** Excluded, by the rules for any mail of the template's kind. */
      excluded: z.int(),
      /** Its day is after the data date. */
      later: z.int(),
    }),
  ),
})
export type MailStepDryRun = z.output<typeof MailStepDryRun>

const enrolment = {
  id: zId,
  /** The day of the trigger. */
  anchorOn: zDate,
  enrolledAt: zDateTime,
  /** Finished steps, and their total. */
  stepsDone: z.int(),
  stepCount: z.int(),
  /** When the next step is due; null at the end. */
  nextAt: zDateTime.nullable(),
  endedAt: zDateTime.nullable(),
  exit: zWord(stepExits).nullable(),
  /** Mails sent to the member. */
  mails: z.int(),
}

export const MailStepEnrolment = z.strictObject({
  ...enrolment,
  /** Opens the member's page. */
  userId: zId,
  memberNo: z.string(),
  name: z.string(),
  shopName: z.string(),
})
export type MailStepEnrolment = z.output<typeof MailStepEnrolment>

export const MemberMailStep = z.strictObject({ ...enrolment, step: z.strictObject({ id: zId, name: z.string() }) })
export type MemberMailStep = z.output<typeof MemberMailStep>

export const mailStep = {
  list: get('/mail/step/list', 'mailStep.read', 'ステップメールの一覧', listInput(mailStepList), listOf(MailStepRow)),
  create: post('/mail/step/new', 'mailStep.write', 'ステップメールを登録する', MailStepDraft, MailStep),
  get: get('/mail/step/:id', 'mailStep.read', 'ステップメールの詳細', { id: zId }, MailStep),
  update: put('/mail/step/:id', 'mailStep.write', 'ステップメールを更新する', changesOf(MailStepDraft), MailStep),
  remove: del('/mail/step/:id', 'mailStep.write', 'ステップメールを削除する', versioned, Empty),
  /** Over real facts, in the caller's shops; nothing is sent. */
  dryRun: get(
    '/mail/step/:id/dry-run',
    'mailStep.read',
    'ステップメールを先月の実績で試算する',
    { id: zId },
    MailStepDryRun,
    { cost: 'exclusive' },
  ),
  enrolments: get(
    '/mail/step/:id/enrolment/list',
    'mailStep.read',
    'ステップメールの対象になった会員の一覧',
    { id: zId, ...listInput(enrolmentList) },
    listOf(MailStepEnrolment),
  ),
  /** Only for the trigger 手動で追加. Members already in it are unaffected. */
  enrol: post(
    '/mail/step/:id/enrolment/new',
    'mailStep.write',
    'ステップメールに会員を手動で追加する',
    { id: zId, userIds: z.array(zId).min(1).max(500) },
    z.strictObject({ enrolled: z.int(), left: z.int() }),
  ),
  /** `id` is the user's, as in `user/{id}`. */
  ofMember: get(
    '/member/:id/mail-step/list',
    'mailStep.read',
    '会員のステップメールの状況',
    { id: zId, ...pageInput },
    listOf(MemberMailStep),
  ),
} satisfies Endpoints
