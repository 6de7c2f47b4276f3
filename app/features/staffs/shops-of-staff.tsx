import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StaffRecord } from '#contract/staff.ts'
import { useMe } from '~/auth/session'
import { ActDialog } from '~/components/record/act-dialog'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { addShopStaff, removeShopStaff, updateShopStaff } from '~/functions/shop-staff'
import { withInvitation } from './invitation-text'

type ShopLink = StaffRecord['shopStaffList'][number]

/** The shops of a person, changed one by one; the form beside changes several together. */
export function ShopsOfStaff({ staff }: { staff: StaffRecord }) {
  const { shopStaffList, displayName, may } = staff
  const [leaving, setLeaving] = useState<ShopLink>()
  const invalidates = ['staff'] as const
  const update = useServerMutation(updateShopStaff, { invalidates, done: '担当店舗を更新しました。' })
  const removal = useServerMutation(removeShopStaff, {
    invalidates,
    done: withInvitation('担当店舗を削除しました。', staff),
  })
  const setMain = ({ id, isMain }: ShopLink) =>
    update.isPending || void update.mutateAsync({ data: { id, isMain: !isMain } }).catch(notifyRefusal)
  return (
    <>
      {shopStaffList.length > 0 && (
        <ul className="divide-y text-sm">
          {shopStaffList.map((link) => (
            <li key={link.id} className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1">
              <Link
                to="/hacomono/shops/$shopId/staff"
                params={{ shopId: link.shop.id }}
                className="underline-offset-4 hover:underline"
              >
                {link.shop.name}
              </Link>
              {link.isMain && <span className="text-xs text-muted-foreground">主担当</span>}
              {may.update && (
                <span className="ml-auto flex gap-1 print:hidden">
                  <Button
                    variant="ghost"
                    aria-label={`${link.shop.name}${link.isMain ? 'を主担当から外す' : 'を主担当にする'}`}
                    onClick={() => setMain(link)}
                  >
                    {link.isMain ? '主担当から外す' : '主担当にする'}
                  </Button>
                  <Button
                    variant="ghost"
                    aria-label={`${link.shop.name}を担当から外す`}
                    onClick={() => setLeaving(link)}
                  >
                    外す
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {may.update && <AddShop staff={staff} />}
      {leaving && (
        <ActDialog
          title="担当店舗を削除"
          name={leaving.shop.name}
          destructive
          resource="staff"
          act={(call) => removal.mutateAsync({ data: { id: leaving.id }, ...call })}
          onClose={() => setLeaving(undefined)}
        >
          {displayName}さんは、この店舗のデータをすぐに見られなくなります。
          {shopStaffList.length === 1 &&
            'ほかに担当店舗がないため、本部だけがこのスタッフを見られるようになることがあります。'}
        </ActDialog>
      )}
    </>
  )
}

/** Adds one of the user's shops that the person does not have yet. */
function AddShop({ staff }: { staff: StaffRecord }) {
  const had = staff.shopStaffList.map(({ shop }) => shop.id)
  const others = (useMe()?.shops ?? []).filter(({ id }) => !had.includes(id))
  const [chosen, setChosen] = useState('')
  const addition = useServerMutation(addShopStaff, {
    invalidates: ['staff'],
    done: withInvitation('担当店舗を追加しました。', staff),
  })
  if (others.length === 0) return null
  const add = async () => {
    if (chosen === '' || addition.isPending) return
    await addition.mutateAsync({ data: { staffId: staff.id, shopId: chosen } }).catch(notifyRefusal)
    setChosen('')
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
      <NativeSelect aria-label="追加する店舗" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">店舗を選択</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <Button
        variant="outline"
        aria-disabled={chosen === '' || addition.isPending || undefined}
        onClick={() => void add()}
      >
        追加する
      </Button>
    </div>
  )
}
