import { useQuery } from '@tanstack/react-query'
import { roleLevels } from '#contract/words/staff.ts'
import { useCan } from '~/auth/session'
import { formatDateTime } from '~/lib/dates'
import { shopStaffQuery } from './queries'
import { useShop } from './shop-page'
import { ShortList } from './short-list'

/** Who works in the shop now. */
export function ShopStaff() {
  const { id, name } = useShop()
  const seesContact = useCan()('staff.write')
  return (
    <ShortList
      query={useQuery(shopStaffQuery(id))}
      noun="スタッフ"
      label={`${name}のスタッフ`}
      columns={[
        { label: '氏名', cell: ({ displayName }) => displayName },
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
