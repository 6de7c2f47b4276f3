import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '~/auth/session'
import { formatDateTime } from '~/lib/dates'

/** Print-only line above every screen: print time and user. */
export function PrintLine() {
  const me = useMe()
  const [printedAt, setPrintedAt] = useState('')
  useEffect(() => {
    const stamp = () => flushSync(() => setPrintedAt(formatDateTime(new Date().toISOString())))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  if (printedAt === '') return null
  return (
    <p className="figures hidden text-right text-[8pt] text-muted-foreground print:block">
      出力日時 {printedAt} ／ 出力者 {me?.staff.displayName}
    </p>
  )
}
