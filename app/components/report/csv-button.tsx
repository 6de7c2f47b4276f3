import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { saveCsvAnswer } from '~/data/save-csv'

interface CsvButtonProps {
  /** Content of the file, if not the whole screen: 「店舗比較」. */
  of?: string
  save: () => Promise<Response>
}

/** A report's rows as a file. */
export function CsvButton({ of, save }: CsvButtonProps) {
  const [isSaving, setSaving] = useState(false)
  const run = async () => {
    setSaving(true)
    await saveCsvAnswer(save)
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
        CSV出力
      </span>
    </Button>
  )
}
