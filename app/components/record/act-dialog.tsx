import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Resource } from '#contract/names.ts'
import { notifyRefusal } from '~/data/mutation'
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
  /** Mutations of `useServerMutation`: they show their own outcome, except for a refusal. */
  act: () => Promise<unknown>
  onClose: () => void
}

/** Confirms an act on one record; render it to open it. A refusal is a snackbar: there is no form. */
export function ActDialog({ title, name, children, destructive = false, resource, act, onClose }: ActDialogProps) {
  const queryClient = useQueryClient()
  const run = async () => {
    try {
      await act()
    } catch (error) {
      notifyRefusal(error)
      // On a conflict, refetch, so that the next attempt starts from the current row.
      if (isApiError(error) && error.code === 'stale') await invalidate(queryClient, resource)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog title={title} destructive={destructive} onYes={run} onNo={onClose}>
      <p className="font-medium">「{name}」</p>
      <p className="mt-2">{children}</p>
    </ConfirmDialog>
  )
}
