import { useId, useState } from 'react'
import type { Import } from '#contract/file-import.ts'
import { firstAnswers, type ImportKind, importKinds } from '#contract/words/import.ts'
import { useCan } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { checkImport } from '~/functions/file-import'
import { isUnchecked } from './queue'

/** The kinds that a person may import. */
export const useKinds = () => {
  const can = useCan()
  return (Object.entries(importKinds) as [ImportKind, string][]).filter(
    ([value]) => value !== 'staff' || can('staff.write'),
  )
}

/** What the file has rows of: found by its headings, and changed here without a second upload. */
export function FileKind({ file }: { file: Import }) {
  const { id, kind, state, result } = file
  // Nobody has said what it is.
  const isOpen = isUnchecked(file) || (state === 'failed' && result === null)
  const [chosen, setChosen] = useState<ImportKind | ''>(isOpen && state === 'failed' ? '' : kind)
  const selectId = useId()
  const kinds = useKinds()
  const check = useServerMutation(checkImport, { invalidates: ['fileImport'] })
  const run = () => chosen && check.mutateAsync({ data: { id, kind: chosen, ...firstAnswers() } }).catch(notifyRefusal)
  const isChanged = chosen !== '' && (isOpen || chosen !== kind)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={selectId} className="text-sm font-medium">
        ファイルの内容
      </label>
      <NativeSelect id={selectId} value={chosen} onChange={({ target }) => setChosen(target.value as ImportKind)}>
        {chosen === '' && <option value="">選んでください</option>}
        {kinds.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {isChanged && (
        <Button aria-busy={check.isPending || undefined} disabled={check.isPending} onClick={() => void run()}>
          この内容で確認する
        </Button>
      )}
    </div>
  )
}
