import { Download } from 'lucide-react'
import type { Import } from '#contract/file-import.ts'
import { Button } from '~/components/ui/button'
import { saveCsvAnswer } from '~/data/save-csv'
import { exportImportRows } from '~/functions/file-import'

/** The refused rows with their reasons, or the whole file with them: to be mended and imported again. */
export function SaveRefused({ file: { id, result, answers } }: { file: Import }) {
  const notes = [
    ...(result?.format === 'Excel' ? ['Excelの元ファイルは、読んだシートのCSV（UTF-8）になります。'] : []),
    ...(answers.cells.length > 0 ? ['画面で直した値は、元ファイルには入りません。'] : []),
  ]
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          onClick={() => void saveCsvAnswer(() => exportImportRows({ data: { id, outcome: 'refused' } }))}
        >
          <Download aria-hidden />
          理由を付けてCSVに保存
        </Button>
        <Button
          variant="outline"
          onClick={() => void saveCsvAnswer(() => exportImportRows({ data: { id, isWholeFile: true } }))}
        >
          <Download aria-hidden />
          エラー列付きの元ファイル
        </Button>
      </div>
      {notes.length > 0 && <p className="w-full text-xs text-muted-foreground">{notes.join('')}</p>}
    </>
  )
}
