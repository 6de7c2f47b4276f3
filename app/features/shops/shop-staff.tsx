import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roleLevels } from '#contract/words/staff.ts'
import { useCan } from '~/auth/session'
import { formatDateTime } from '~/lib/dates'
import { shopStaffQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** Current staff of the shop. */
export function ShopStaff() {
  const { id, name } = useShop()
  const seesContact = useCan()('staff.write')
  return (
    <ShortList
      query={useQuery(shopStaffQuery(id))}
      noun="スタッフ"
      label={`${name}のスタッフ`}
      columns={[
        {
          label: '氏名',
          cell: ({ id, displayName }) => (
            <Link to="/staffs/$staffId" params={{ staffId: id }} className="underline-offset-4 hover:underline">
              {displayName}
            </Link>
          ),
        },
        { label: '権限', cell: ({ role }) => roleLevels[role] },
        ...(seesContact
          ? [
              { label: 'メールアドレス', isMinor: true, cell: ({ email }: { email?: string | undefined }) => email },
              {
                label: '最終ログイン',
                isMinor: true,
                cell: ({ lastLoginAt }: { lastLoginAt?: string | null | undefined }) =>
                  lastLoginAt ? formatDateTime(lastLoginAt) : '–',
              },
            ]
          : []),
      ]}
    />
  )
}
