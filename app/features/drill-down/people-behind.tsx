import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { failureMessage } from '~/lib/failure'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { useSelectedShop } from '~/shop/selected-shop'
import { isWatchable } from './figures'
import { figureMembersQuery, type requestedMembers } from './queries'

/** Maximum of hand-picked recipients, and of rows in one response. */
const most = 500

interface PeopleBehindProps {
  request: ReturnType<typeof requestedMembers>
  shop: string | undefined
  mayMail: boolean
}

/**
 * Starts a mail to the members behind a figure, or an action for them, in row order; notifies if there are more than the
 * maximum.
 */
export function PeopleBehind({ request, shop, mayMail }: PeopleBehindProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mayBeginActions = useMayBeginActions()
  const { shopId } = useSelectedShop(shop)
  const [isBusy, setBusy] = useState(false)
  const withPeople = async (what: string, open: (users: string) => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      const { list, paging } = await queryClient.fetchQuery(figureMembersQuery({ ...request, offset: 0, limit: most }))
      // Members no longer in scope are nobody's recipients.
      const ids = [...new Set(list.flatMap(({ userId }) => userId ?? []))]
      if (ids.length === 0) return notify.message(`${what}にできる会員がいません。`)
      if (paging.total > most)
        notify.message(`全${formatCount(paging.total)}名のうち、先頭の${most}名を${what}にしました。`)
      await open(ids.join('.'))
    } catch (error) {
      notify.error(failureMessage(error).text)
    } finally {
      setBusy(false)
    }
  }
  const write = (users: string) => navigate({ to: '/mail/new', search: { shop, users } })
  const { figure } = request
  const metric = isWatchable(figure) ? figure : undefined
  const begin = (users: string) =>
    navigate({ to: '/shop-reports/actions/new', search: { shop: shopId, ...(metric && { metric }), users } })
  return (
    <>
      {mayBeginActions && (
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void withPeople('アクションの対象', begin)}
          className={look}
        >
          <Plus aria-hidden className="size-4" />
          改善アクションを登録
        </button>
      )}
      {mayMail && (
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void withPeople('宛先', write)}
          className={look}
        >
          <Mail aria-hidden className="size-4" />
          メール作成
        </button>
      )}
    </>
  )
}

const look =
  'ml-4 inline-flex h-7 items-center gap-1 rounded-sm text-sm font-medium text-primary underline-offset-4 hover:underline aria-disabled:opacity-50 print:hidden'
