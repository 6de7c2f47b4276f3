import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { exportMonthlyStats } from '~/functions/report'
import { filenameOf, offerFile, readCsv, tellCsvFailure } from '~/lib/csv-file'
import type { requestedMonth } from './queries'

/** The days of the month as a file. */
export function MonthCsvButton({ request }: { request: ReturnType<typeof requestedMonth> }) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const response = await exportMonthlyStats({ data: request })
      offerFile(await readCsv(response, () => {}), filenameOf(response))
    } catch (error) {
      tellCsvFailure(error)
    }
    setSaving(false)
  }
  return (
    <Button
      variant="outline"
      aria-disabled={isSaving || undefined}
      onClick={isSaving ? undefined : () => void save()}
      className="max-sm:w-9 max-sm:px-0"
    >
      <Download aria-hidden />
      <span className="max-sm:sr-only">CSV</span>
    </Button>
  )
}
