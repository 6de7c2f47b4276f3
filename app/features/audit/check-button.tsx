import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { reasonOf } from '~/data/mutation'
import { checkAudit } from '~/functions/audit'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'

/** Verifies the hash chain of the whole log. */
export function CheckButton() {
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    try {
      const { rows, firstBroken } = await checkAudit({ data: {} })
      if (firstBroken === null) notify.success(`${formatCount(rows)}件の操作履歴に、書き換えられた記録はありません。`)
      else notify.error(`操作履歴の番号${firstBroken}以降の記録が正しくありません。管理者に連絡してください。`)
    } catch (error) {
      notify.error(reasonOf(error))
    } finally {
      setIsChecking(false)
    }
  }
  return (
    <Button variant="outline" aria-disabled={isChecking || undefined} onClick={() => !isChecking && void check()}>
      <ShieldCheck aria-hidden />
      {isChecking ? '検査しています...' : '改ざんを検査する'}
    </Button>
  )
}
