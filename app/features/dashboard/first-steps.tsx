import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { FirstSteps as Answer } from '#contract/club.ts'
import type { MonthlyStats } from '#contract/report.ts'
import { firstSteps } from '#contract/words/first-steps.ts'
import { useCan } from '~/auth/session'
import { Button, buttonVariants } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { useServerMutation } from '~/data/mutation'
import { keyOf, serverQuery } from '~/data/query'
import { getFirstSteps, skipSteps } from '~/functions/first-steps'
import { cn } from '~/lib/utils'

type Step = Answer['steps'][number]

const stepsQuery = { ...serverQuery('club.firstSteps', getFirstSteps)({}), staleTime: 0 }

const details: Record<Step['step'], string> = {
  secondFactor: '管理者のログインを、スマートフォンの認証アプリで守ります。',
  club: '会員に送るメールの末尾に入ります。',
  shops: '店舗名や所在地を登録します。',
  staff: '権限と担当店舗を決めて、招待メールを送ります。',
  targets: '店舗と月ごとの入会・退会・在籍・売上の目標です。',
  members: 'CSVやExcelの名簿を確認してから取り込みます。あとで取り消せます。',
}

/**
 * はじめての設定, for whoever registers shops, until the first data arrive. Each step is a screen of its own; the panel is
 * gone when all are done or left for later.
 */
export function FirstSteps() {
  const queryClient = useQueryClient()
  const can = useCan()
  // The month's figures are loaded before this part of the screen.
  const reports = queryClient.getQueriesData<MonthlyStats>({ queryKey: keyOf('report.monthlyStats') })
  const isEmpty = reports.some(([, stats]) => stats?.dataAsOf === null)
  const { data } = useQuery({ ...stepsQuery, enabled: isEmpty && can('club.write') })
  const skip = useServerMutation(skipSteps, {
    invalidates: ['club'],
    done: '設定をあとに回しました。',
    undo:
      (_, { skipped }) =>
      () =>
        skipSteps({ data: { skipped: skipped.slice(0, -1) } }),
  })
  const steps = data?.steps ?? []
  const open = steps.filter(({ isDone, isSkipped }) => !isDone && !isSkipped)
  if (!isEmpty || open.length === 0) return null
  const skipped = steps.flatMap(({ step, isSkipped }) => (isSkipped ? [step] : []))
  const shown = steps.filter(({ isDone, isSkipped }) => isDone || !isSkipped)

  return (
    <Card className="mb-4 px-4 py-3 sm:px-5 print:hidden" aria-labelledby="first-steps">
      <h2 id="first-steps" className="text-[15px] font-semibold">
        はじめての設定
        <span className="figures ml-2 text-sm font-normal text-muted-foreground">
          {steps.length - open.length}/{steps.length}
        </span>
      </h2>
      <ol className="mt-1 divide-y">
        {shown.map(({ step, isDone }) => (
          <li key={step} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span
              className={cn(
                'grid size-5 shrink-0 place-items-center rounded-full border',
                isDone && 'border-primary bg-primary text-primary-foreground',
              )}
            >
              {isDone && <Check aria-hidden className="size-3.5" />}
            </span>
            <span className="min-w-40 flex-1">
              <span className="block text-sm font-medium">
                {firstSteps[step]}
                {isDone && <span className="ml-2 font-normal text-muted-foreground">済み</span>}
              </span>
              {!isDone && <span className="block text-xs text-muted-foreground">{details[step]}</span>}
            </span>
            {!isDone && (
              <span className="flex gap-1 max-sm:ml-8">
                <StepLink step={step} isNext={step === open[0]?.step} />
                <Button
                  variant="ghost"
                  aria-label={`${firstSteps[step]}をあとで行う`}
                  onClick={() => skip.mutate({ data: { skipped: [...skipped, step] } })}
                >
                  あとで
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="border-t pt-2.5 pb-1 text-xs text-muted-foreground">
        契約・来館・売上のデータが届くと、この案内は表示されなくなります。
      </p>
    </Card>
  )
}

/** To the screen of a step. */
function StepLink({ step, isNext }: { step: Step['step']; isNext: boolean }) {
  const look = {
    className: buttonVariants({ variant: isNext ? 'primary' : 'outline' }),
    'aria-label': `${firstSteps[step]}を設定する`,
    children: '設定する',
  }
  if (step === 'secondFactor') return <Link to="/account" {...look} />
  if (step === 'club') return <Link to="/other-settings/club" {...look} />
  if (step === 'shops') return <Link to="/hacomono/shops/new" {...look} />
  if (step === 'staff') return <Link to="/staffs/new" {...look} />
  if (step === 'members') return <Link to="/other-settings/imports/new" {...look} />
  return <Link to="/statistics/targets" {...look} />
}
