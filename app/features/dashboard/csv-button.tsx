import { Download } from 'lucide-react'
import { useState } from 'react'
import { notify } from '~/components/toaster'
import { Button } from '~/components/ui/button'
import { tellFailure } from '~/lib/failure'

interface CsvButtonProps {
  /** What the file holds, where it is not the whole screen: 「店舗比較」. */
  of?: string
  save: () => Promise<Response>
}

/** A report's rows as a file. */
export function CsvButton({ of, save }: CsvButtonProps) {
  const [isSaving, setSaving] = useState(false)
  const run = async () => {
    setSaving(true)
    try {
      const { saveCsv } = await import('~/lib/csv-file')
      await saveCsv(save)
    } catch (error) {
      // Not the file failed but the code for it.
      notify.error(`CSVを書き出せませんでした。${tellFailure(error).text}`)
    }
    setSaving(false)
  }
  return (
    <Button
      variant="outline"
      aria-disabled={isSaving || undefined}
      onClick={isSaving ? undefined : () => void run()}
      className="max-sm:w-9 max-sm:px-0 print:hidden"
    >
      <Download aria-hidden />
      <span className="max-sm:sr-only">
        {of && <span className="sr-only">{of}の</span>}
        CSV
      </span>
    </Button>
  )
}
