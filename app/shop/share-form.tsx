import { type FormEvent, useState } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useMe } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { notifyRefusal } from '~/data/mutation'
import { keepConversion } from '~/lib/composing'
import { useSelectedShop } from './selected-shop'

interface ShareFormProps {
  /** What is shared: 条件 or 表示. */
  noun: string
  right: Permission
  shopInUrl: string | undefined
  isPending: boolean
  /** `shopIds`: the selected shop, or all of the user's; empty: every shop. `label`: their name. */
  onShare: (name: string, shopIds: string[], label: string) => Promise<unknown>
}

/** Shares what is shown under a name, with the selected shop or with all of the user's shops. */
export function ShareForm({ noun, right, shopInUrl, isPending, onShare }: ShareFormProps) {
  const me = useMe()
  const { shopId, shops, label } = useSelectedShop(shopInUrl)
  const [name, setName] = useState('')
  const isOfChain = me?.permissions[right] === 'all'
  const shopIds = shopId === undefined ? (isOfChain ? [] : (shops ?? []).map(({ id }) => id)) : [shopId]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onShare(name.trim(), shopIds, label)
      .then(() => setName(''))
      .catch(notifyRefusal)
  }
  return (
    <form className="mt-2 flex flex-wrap gap-2" onKeyDown={keepConversion} onSubmit={submit}>
      <input
        aria-label={`共有する${noun}の名前`}
        placeholder={`今の${noun}を共有（${label}）`}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="h-9 min-w-24 flex-1 rounded-md border border-input/70 bg-card px-2.5"
      />
      <Button type="submit" variant="outline" disabled={name.trim() === '' || isPending}>
        共有する
      </Button>
    </form>
  )
}
