import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Resource } from '#contract/names.ts'
import { tellRefusal } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { ConfirmDialog } from '../confirm-dialog'

interface ActDialogProps {
  /** The verb with its object: 「お知らせを公開」. */
  title: string
  /** What the record is called. */
  name: string
  /** What will happen, and to whom. */
  children: ReactNode
  destructive?: boolean
  resource: Resource
  /** Mutations of `useServerMutation`: they tell what came of them, all but a refusal. */
  act: () => Promise<unknown>
  onClose: () => void
}

/** An act on one record, told before it is done; render it to open it. A refusal is a snackbar: there is no form. */
export function ActDialog({ title, name, children, destructive = false, resource, act, onClose }: ActDialogProps) {
  const queryClient = useQueryClient()
  const run = async () => {
    try {
      await act()
    } catch (error) {
      tellRefusal(error)
      // Somebody was faster: the next try starts from what is there now.
      if (isApiError(error) && error.code === 'stale') void invalidate(queryClient, resource)
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
