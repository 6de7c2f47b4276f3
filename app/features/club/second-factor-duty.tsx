import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SecondFactorDuty } from '#contract/second-factor.ts'
import { secondFactorDuties } from '#contract/words/second-factor.ts'
import { valuesOf } from '#contract/words/words.ts'
import { CurrentPasswordDialog } from '~/components/dialogs/current-password-dialog'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { useServerMutation } from '~/data/mutation'
import { setSecondFactorDuty } from '~/functions/second-factor'
import { secondFactorDutyQuery } from './queries'

type Duty = SecondFactorDuty['duty']

/** Who has to show a code of an app when signing in; for admins. */
export function SecondFactorDutySection() {
  const id = useId()
  const { data, error, refetch } = useQuery(secondFactorDutyQuery)
  return (
    <section aria-labelledby={id} className="border-t pt-6 pb-12">
      <h2 id={id} className="text-base font-semibold">
        2段階認証
      </h2>
      {data ? (
        <DutyForm key={data.duty} current={data} />
      ) : error ? (
        <FailedState title="2段階認証の設定を表示できませんでした" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </section>
  )
}

function DutyForm({ current }: { current: SecondFactorDuty }) {
  const id = useId()
  const [duty, setDuty] = useState<Duty>(current.duty)
  const [isAsking, setIsAsking] = useState(false)
  const change = useServerMutation(setSecondFactorDuty, {
    invalidates: ['secondFactor'],
    done: '2段階認証を必須にする範囲を変更しました。',
  })
  // Whoever requires it uses it themselves; where the server requires it, it cannot be optional.
  const isPossible = (one: Duty) =>
    one === current.duty || (one === 'nobody' ? !current.isRequiredByServer : current.hasOwn)
  const choices = valuesOf(secondFactorDuties).filter(isPossible)
  const run = async (currentPassword: string) => {
    await change.mutateAsync({ data: { duty, currentPassword } })
    setIsAsking(false)
  }
  return (
    <>
      <p className="mt-1 mb-4 text-sm text-muted-foreground">
        必須にすると、対象のスタッフは次にログインするときに、スマートフォンの認証アプリを設定します。ログイン中のスタッフはそのまま使えます（最長12時間）。
      </p>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        必須にする範囲
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <NativeSelect
          id={id}
          value={duty}
          onChange={(event) => setDuty(event.target.value as Duty)}
          className="w-full sm:max-w-80"
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {secondFactorDuties[one]}
            </option>
          ))}
        </NativeSelect>
        <Button disabled={duty === current.duty} onClick={() => setIsAsking(true)}>
          変更する
        </Button>
      </div>
      <p className="figures mt-3 text-sm text-muted-foreground">
        設定済: FCオーナー・本部・管理者 {readyText(current.leaders)}、全員 {readyText(current.everybody)}
      </p>
      {!current.hasOwn && (
        <p className="mt-3 text-sm">
          必須にする前に、
          <Link to="/account" className="text-primary underline underline-offset-4">
            アカウント設定
          </Link>
          で自分の2段階認証を設定してください。
        </p>
      )}
      {isAsking && (
        <CurrentPasswordDialog
          title="2段階認証を必須にする範囲を変更"
          yes="変更する"
          text={effectOf(duty, current)}
          run={run}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const readyText = ({ people, ready }: SecondFactorDuty['leaders']) => `${people}名中${ready}名`

/** What the change means for those who have no app yet. */
function effectOf(duty: Duty, current: SecondFactorDuty): string {
  if (duty === 'nobody') return '次のログインから、設定していないスタッフはパスワードだけでログインできます。'
  const { people, ready } = current[duty]
  return `「${secondFactorDuties[duty]}」に変更します。まだ設定していない${people - ready}名は、次にログインするときに設定します。`
}
