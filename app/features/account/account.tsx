import { Link } from '@tanstack/react-router'
import { roleLevels } from '#contract/words/staff.ts'
import { useMe } from '~/auth/session'
import { Fact, Facts } from '~/components/record/facts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Devices } from './devices'
import { PasswordForm } from './password-form'

/** One's own account: who one is here, the password, and where one is signed in. */
export function Account() {
  return (
    <div className="mx-auto max-w-3xl px-4 pb-12 sm:px-6">
      <h1 className="pt-4 pb-5 text-xl font-semibold">アカウント設定</h1>
      <div className="space-y-5">
        <Profile />
        <PasswordForm />
        <Devices />
      </div>
    </div>
  )
}

function Profile() {
  const me = useMe()
  if (!me) return null
  const { staff, isAdmin, shops } = me
  return (
    <Card>
      <CardHeader>
        <CardTitle>プロフィール</CardTitle>
      </CardHeader>
      <CardContent>
        <Facts>
          <Fact label="表示名">{staff.displayName}</Fact>
          <Fact label="メールアドレス">{staff.email}</Fact>
          <Fact label="権限">
            {roleLevels[staff.role]}
            {isAdmin && '（管理者）'}
            <Link to="/rights" className="ml-3 text-primary underline underline-offset-4 print:hidden">
              権限一覧を見る
            </Link>
          </Fact>
          <Fact label="担当店舗">
            {staff.role === 'all' || isAdmin ? 'すべての店舗' : shops.map(({ name }) => name).join('、')}
          </Fact>
        </Facts>
      </CardContent>
    </Card>
  )
}
