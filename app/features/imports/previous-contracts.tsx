import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { previousContracts } from '#contract/words/import.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount } from '~/lib/format'

/** Whether the file waits for an answer: which of two contracts holds is nothing to guess. */
export const isPreviousOpen = (result: ImportResult | null, { previous }: ImportAnswers) =>
  (result?.previous?.contracts ?? 0) > 0 && previous === undefined

const choices = Object.entries(previousContracts) as [keyof typeof previousContracts, string][]

interface Props {
  result: ImportResult
  answers: ImportAnswers
  onChange: (answer: NonNullable<ImportAnswers['previous']>) => void
}

/** Earlier contracts without an end beside a later one: whether they end, once for the file. */
export function PreviousContracts({ result: { previous }, answers, onChange }: Props) {
  if (!previous || previous.contracts + previous.ofClubSystem === 0) return null
  const { contracts, ofClubSystem } = previous
  return (
    <Card>
      <CardHeader>
        <CardTitle>前の契約</CardTitle>
        {isPreviousOpen({ previous } as ImportResult, answers) && (
          <p className="text-sm text-warning">選んで確認し直すと、取り込めます</p>
        )}
      </CardHeader>
      <CardContent className="space-y-3 text-sm">
        {contracts > 0 && (
          <>
            <p className="figures">
              取り込むと、終了日のない前の契約{formatCount(contracts)}
              件が、新しい契約と同時に続きます。プランを変更した会員なら、前の契約は終わっています。
            </p>
            <fieldset className="space-y-2">
              <legend className="sr-only">前の契約の扱い</legend>
              {choices.map(([value, label]) => (
                <label key={value} className="flex items-start gap-2.5">
                  <input
                    type="radio"
                    name="previous"
                    value={value}
                    checked={answers.previous === value}
                    onChange={() => onChange(value)}
                    className="mt-0.5 size-4 shrink-0 accent-primary"
                  />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
          </>
        )}
        {ofClubSystem > 0 && (
          <p className="figures text-warning">
            会員管理システムから届いた前の契約{formatCount(ofClubSystem)}
            件は、ファイルでは終えられません。会員管理システムで終了日を登録してください。
          </p>
        )}
      </CardContent>
    </Card>
  )
}
