import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { contractKinds } from '#contract/words/member.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'

interface Props {
  result: ImportResult
  answers: ImportAnswers
  onChange: (values: ImportAnswers['values']) => void
}

const leanBody = { true: 'LEAN BODY付き', false: 'LEAN BODYなし' }

/** Plans that the file makes: what they are as its rows say, or another answer. */
export function NewPlans({ result: { newPlans = [] }, answers: { values }, onChange }: Props) {
  if (newPlans.length === 0) return null
  const answer = (column: 'planKind' | 'leanBody', name: string, value: string) =>
    onChange({ ...values, [column]: { ...values[column], [name]: value } })
  return (
    <Card>
      <CardHeader>
        <CardTitle>新しく登録するプラン</CardTitle>
        <p className="text-sm text-muted-foreground">
          ファイルの列か、プランの名前から判断しています。違うときは選び直してください。
        </p>
      </CardHeader>
      <CardContent>
        <ul className="space-y-2">
          {newPlans.map(({ name, kind, withLeanBodyContent }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="min-w-40 wrap-anywhere">{name}</span>
              <NativeSelect
                aria-label={`「${name}」の種類`}
                value={values.planKind?.[name] ?? kind}
                onChange={({ target }) => answer('planKind', name, target.value)}
              >
                {Object.entries(contractKinds).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
              <NativeSelect
                aria-label={`「${name}」のLEAN BODY`}
                value={values.leanBody?.[name] ?? String(withLeanBodyContent)}
                onChange={({ target }) => answer('leanBody', name, target.value)}
              >
                {Object.entries(leanBody).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
