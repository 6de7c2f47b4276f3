import { useId } from 'react'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { type CorrectionAnswer, corrections, type ImportKind } from '#contract/words/import.ts'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { formatCount } from '~/lib/format'
import { rowUnit } from './labels'

interface CorrectionProps {
  kind: ImportKind
  result: ImportResult
  answer: ImportAnswers['correction']
  onChange: (answer: CorrectionAnswer) => void
}

/** That the file corrects an earlier import, and what becomes of that one's rows. */
export function Correction({ kind, result: { correction, counts }, answer = 'replace', onChange }: CorrectionProps) {
  const id = useId()
  if (!correction) return null
  const { files, replaced, added, missing, isRemoving } = correction
  const unit = rowUnit(kind)
  const figures = [
    ['置き換え', replaced],
    ['追加', added],
    ['消えた', missing],
  ] as const
  return (
    <Card>
      <CardHeader>
        <CardTitle>前の取り込みの修正</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4 text-sm">
        <p className="wrap-anywhere">
          {files.map((name) => `「${name}」`).join('')}
          と同じ期間の行が半分以上あります。時刻や内容だけが違う行は、前の行を置き換えます。
        </p>
        <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
          {figures.map(([label, count]) => (
            <div key={label}>
              <dt className="text-xs text-muted-foreground">{label}</dt>
              <dd className="text-lg font-semibold">
                {formatCount(count)}
                <span className="ml-0.5 text-xs font-normal text-muted-foreground">{unit}</span>
              </dd>
            </div>
          ))}
        </dl>
        <label htmlFor={id} className="flex flex-wrap items-center gap-3">
          前の取り込みの行は
          <NativeSelect id={id} value={answer} onChange={({ target }) => onChange(target.value as CorrectionAnswer)}>
            {Object.entries(corrections)
              .filter(([value]) => value !== 'remove' || missing > 0)
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </NativeSelect>
        </label>
        {missing > 0 && (
          <p className="text-muted-foreground">
            消えた行は、下の「行ごとの内容」で確かめられます。
            {answer === 'remove' && !isRemoving && counts.refused > 0
              ? '取り込めない行があるため、まだ取り消せません。取り込めない行を先に直してください。'
              : '取り込みを取り消すと、置き換えた行も消した行も元に戻ります。'}
          </p>
        )}
      </CardContent>
    </Card>
  )
}
