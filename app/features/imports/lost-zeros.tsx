import { useId } from 'react'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { formatCount } from '~/lib/format'

interface LostZerosProps {
  zeros: ImportResult['zeros']
  /** What was answered. */
  width: number | undefined
  onChange: (answer: Pick<ImportAnswers, 'numberWidth'>) => void
}

/** Numbers whose leading zeros a spreadsheet has dropped in the whole file: one answer puts them back. */
export function LostZeros({ zeros, width, onChange }: LostZerosProps) {
  const id = useId()
  const digits = zeros?.width ?? width
  if (digits === undefined) return null
  return (
    <label htmlFor={id} className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={width !== undefined}
        onChange={({ target }) => onChange({ numberWidth: target.checked ? digits : undefined })}
        className="mt-0.5 size-4 accent-primary"
      />
      <span>
        会員番号の先頭の0が消えています。{digits}桁として読む
        {zeros && (
          <span className="figures block text-muted-foreground">
            {formatCount(zeros.rows)}行の番号は、0を補うといまの会員の番号です（
            {zeros.examples.map(({ text, memberNo }) => `${text}は${memberNo}`).join('、')}）。
          </span>
        )}
      </span>
    </label>
  )
}
