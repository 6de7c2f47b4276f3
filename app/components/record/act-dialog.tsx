import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Resource } from '#contract/names.ts'
import { notifyRefusal, rehearsal } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { ConfirmDialog } from '../dialogs/confirm-dialog'

interface ActDialogProps {
  /** The verb with its object: 「お知らせを公開」. */
  title: string
  /** What the record is called. */
  name: string
  /** What will happen, and who is affected. */
  children: ReactNode
  destructive?: boolean
  resource: Resource
  /** Mutations of `useServerMutation`: they show their own outcome, except for a refusal. Tried before the question. */
  act: (call?: typeof rehearsal) => Promise<unknown>
  onClose: () => void
}

/** Confirms an act on one record; render it to open it. A refusal is a snackbar: there is no form. */
export function ActDialog({ title, name, children, destructive = false, resource, act, onClose }: ActDialogProps) {
  const queryClient = useQueryClient()
  // On a conflict, refetch, so that the next attempt starts from the current row.
  const refetch = async (error: unknown) => {
    if (isApiError(error) && error.code === 'stale') await invalidate(queryClient, resource)
  }
  const check = () =>
    act(rehearsal).catch(async (error: unknown) => {
      await refetch(error)
      throw error
    })
  const run = async () => {
    try {
      await act()
    } catch (error) {
      notifyRefusal(error)
      await refetch(error)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog check={check} title={title} destructive={destructive} onYes={run} onNo={onClose}>
      <p className="font-medium">「{name}」</p>
      <p className="mt-2">{children}</p>
    </ConfirmDialog>
  )
}
