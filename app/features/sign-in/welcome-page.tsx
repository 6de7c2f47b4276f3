import { knownDevice } from '~/auth/session'
import { InputError, signInInputClass } from '~/components/fields/password-field'
import { makeFirstAdmin, readWelcome } from '~/functions/welcome'
import { cn } from '~/lib/utils'
import { EmailField } from './card'
import { OfLink } from './of-link'
import { PasswordCard } from './password-card'

const title = '最初の管理者の登録'
const labels = {
  lastName: '姓',
  firstName: '名',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordConf: 'パスワード（確認）',
}

/** Target of the link that `npm run init` prints: makes the first admin of an empty product, who is then signed in. */
export const WelcomePage = () => (
  <OfLink
    name="welcome"
    title={title}
    read={readWelcome}
    correction="表示されたリンクを最後まで写して、もう一度開いてください。"
  >
    {(token) => (
      <PasswordCard<'lastName' | 'firstName' | 'email'>
        title={title}
        lead="すべての店舗を見られる管理者です。会社情報・店舗・ほかのスタッフは、ログインしてから登録します。"
        labels={labels}
        action="登録してログイン"
        busy="登録しています..."
        onSave={(values) => makeFirstAdmin({ data: { token, ...values, device: knownDevice() } })}
      >
        {(errors) => (
          <>
            <div className="grid grid-cols-2 gap-3">
              <NameField name="lastName" autoComplete="family-name" error={errors.lastName} />
              <NameField name="firstName" autoComplete="given-name" error={errors.firstName} />
            </div>
            <EmailField error={errors.email} />
          </>
        )}
      </PasswordCard>
    )}
  </OfLink>
)

interface NameFieldProps {
  name: 'lastName' | 'firstName'
  autoComplete: string
  error: string | undefined
}

const NameField = ({ name, autoComplete, error }: NameFieldProps) => (
  <div>
    <label htmlFor={name} className="text-sm font-medium">
      {labels[name]}
    </label>
    <input
      id={name}
      name={name}
      autoComplete={autoComplete}
      maxLength={50}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
      className={cn(signInInputClass, error && 'border-bad')}
    />
    <InputError id={`${name}-error`}>{error}</InputError>
  </div>
)
