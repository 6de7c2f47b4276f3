import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Button } from '~/components/ui/button'
import { useModalDialog } from '~/components/ui/use-modal-dialog'
import { reload } from '~/lib/unloaded'
import { useMe } from './session'

/** Whose tab this is, and how to go on. */
export default function OthersDialog() {
  const id = useId()
  const dialog = useModalDialog()
  const queryClient = useQueryClient()
  const name = useMe()?.staff.displayName
  const owner = name === undefined ? '前のスタッフ' : `${name}さん`
  // What was refused meanwhile is requested again, once the tab's own person is back.
  useEffect(
    () => () => {
      // What has data keeps it: without `user.me` the screen would go, and what was typed with it.
      void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined })
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    },
    [queryClient],
  )
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // Chromium closes it at the second Esc.
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.currentTarget.showModal()}
      className="m-auto w-[min(32rem,90vw)] rounded-lg border bg-popover p-6 text-foreground shadow-overlay backdrop:bg-background"
    >
      <h2 id={`${id}-title`} className="text-base font-semibold">
        別のスタッフがログインしました
      </h2>
      <div id={`${id}-text`} className="mt-3 space-y-2 text-sm">
        <p>この画面は{owner}のものです。別のタブでほかのスタッフがログインしたため、ここからは何も送信しません。</p>
        <p>保存していない入力は、このタブに残っています。続けるには、別のタブで{owner}がログインし直してください。</p>
      </div>
      <Button size="lg" onClick={reload} className="mt-5">
        ログイン中のスタッフで開き直す
      </Button>
    </dialog>
  )
}
