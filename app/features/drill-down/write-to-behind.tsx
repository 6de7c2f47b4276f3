import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { figureMembersQuery, type requestedMembers } from './queries'

/** Maximum of hand-picked recipients, and of rows in one response. */
const most = 500

interface WriteToBehindProps {
  request: ReturnType<typeof requestedMembers>
  shop: string | undefined
}

/** Starts a mail to the members behind a figure, in row order; notifies if there are more than the maximum. */
export function WriteToBehind({ request, shop }: WriteToBehindProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const { list, paging } = await queryClient.fetchQuery(figureMembersQuery({ ...request, offset: 0, limit: most }))
      // Members no longer in scope cannot be recipients.
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
