import { useMe } from '~/auth/session'
import { PasswordField } from '~/components/fields/password-field'
import { PasswordForm } from '~/components/fields/password-form'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { useServerMutation } from '~/data/mutation'
import { changePassword } from '~/functions/password'

const labels = {
  currentPassword: '現在のパスワード',
  password: '新しいパスワード',
  passwordConf: '新しいパスワード（確認）',
}

/** Changes the user's own password. */
export function OwnPassword() {
  const me = useMe()
  const change = useServerMutation(changePassword, {
    // The other devices have been signed out.
    invalidates: ['session'],
    done: 'パスワードを再設定しました。',
  })
  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>パスワード</CardTitle>
      </CardHeader>
      <CardContent>
        <PasswordForm
          labels={labels}
          username={me?.staff.email ?? ''}
          note="再設定すると、この端末のほかでログイン中の端末はすべてログアウトします。"
          action="パスワードを再設定する"
          busy="再設定しています..."
          onSave={async (values, form) => {
            if (!me) return
            await change.mutateAsync({ data: { userId: me.id, ...values } })
            form.reset()
          }}
        >
          {({ currentPassword }) => (
            <PasswordField
              id="currentPassword"
              label={labels.currentPassword}
              autoComplete="current-password"
              error={currentPassword}
            />
          )}
        </PasswordForm>
      </CardContent>
    </Card>
  )
}
