import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '~/auth/session'
import { formatDateTime } from '~/lib/dates'

/** On paper only: title, time of printing and user. `asOf` is the last moment that the data covers. */
export function PrintHeader({ shop, period, asOf }: { shop: string; period: string; asOf: string | null }) {
  const me = useMe()
  const [printedAt, setPrintedAt] = useState('')
  useEffect(() => {
    const stamp = () => flushSync(() => setPrintedAt(formatDateTime(new Date().toISOString())))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])

  return (
    <div className="hidden border-b pb-2 print:mb-4 print:block">
      <p className="text-lg font-semibold">
        {shop} {period}
      </p>
      <p className="figures text-xs text-muted-foreground">
        データ時点 {asOf ? formatDateTime(asOf) : '–'} ／ 出力日時 {printedAt} ／ 出力者 {me?.staff.displayName}
      </p>
    </div>
  )
}
