import { useCan } from '~/auth/session'
import { Devices } from './devices'
import { Digest } from './digest'
import { OwnPassword } from './own-password'
import { Profile } from './profile'
import { SecondFactor } from './second-factor'

/** The user's own account: profile, password, second factor, 月曜の一枚 and devices. */
export function Account() {
  const can = useCan()
  return (
    <div className="mx-auto max-w-3xl px-4 pb-12 sm:px-6">
      <h1 className="pt-4 pb-5 text-xl font-semibold">アカウント設定</h1>
      <div className="space-y-5">
        <Profile />
        <OwnPassword />
        <SecondFactor />
        {can('report.analysis') && <Digest />}
        <Devices />
      </div>
    </div>
  )
}
