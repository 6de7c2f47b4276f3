import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { figureMembersQuery, type requestedMembers } from './queries'

/** As many people as a mail takes that are chosen by hand, and rows as one answer holds. */
const most = 500

interface WriteToBehindProps {
  request: ReturnType<typeof requestedMembers>
  shop: string | undefined
}

/** A mail to the members behind a figure, in the order of the rows; said where there are more than it takes. */
export function WriteToBehind({ request, shop }: WriteToBehindProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const { list, paging } = await queryClient.fetchQuery(figureMembersQuery({ ...request, offset: 0, limit: most }))
      // Those who are in none of the person's shops any more cannot be written to.
      const ids = [...new Set(list.flatMap(({ userId }) => userId ?? []))]
      if (ids.length === 0) return notify.message('メールを作成できる会員がいません。')
      if (paging.total > most)
        notify.message(`全${formatCount(paging.total)}名のうち、先頭の${most}名を宛先にしました。`)
      await navigate({ to: '/mail/new', search: { shop, users: ids.join('.') } })
    } catch (error) {
      notify.error(failureMessage(error).text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => void write()}
      className="ml-4 inline-flex h-7 items-center gap-1 rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline aria-disabled:opacity-50 print:hidden"
    >
      <Mail aria-hidden className="size-4" />
      メール作成
    </button>
  )
}
