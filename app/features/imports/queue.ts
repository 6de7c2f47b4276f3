import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedImport } from '#contract/file-import.ts'
import { importList } from '#contract/words/import.ts'
import { importOrder } from '#contract/words/import-guide.ts'
import { useMe } from '~/auth/session'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { checkImport, getImport, listImports } from '~/functions/file-import'
import { listRequest } from '~/lib/list-search'
import { importSearch } from './queries'

/** The newest files; more than a person may have open. */
const newest = { ...listRequest(importList, importSearch({})), limit: 50 }

const openStates: readonly ListedImport['state'][] = ['uploading', 'checking', 'checked', 'waiting', 'failed']

/** Sent to its end, and not looked at. */
export const isUnchecked = ({ state, received, size }: Pick<ListedImport, 'state' | 'received' | 'size'>) =>
  state === 'uploading' && received === size

/** What it has rows of may be unknown where it was given up: it comes last. */
const place = ({ kind, state }: ListedImport) => (state === 'failed' ? importOrder.length : importOrder.indexOf(kind))

/** As files are imported. */
export const inOrder = <File extends ListedImport>(files: readonly File[]): File[] =>
  files.toSorted((one, other) => place(one) - place(other) || Number(one.id) - Number(other.id))

/** Whether there is something to be done with it now: rows to be written or mended, or an answer. */
const isDue = (file: ListedImport) => {
  const { state, counts } = file
  if (state === 'checked' && counts) return counts.created + counts.changed + counts.refused > 0
  return isUnchecked(file) || state === 'failed'
}

/** The signed-in person's files that are not written, in the order in which they are imported. */
export function useOpenFiles(): ListedImport[] {
  const me = useMe()
  const { data } = useQuery({ ...serverQuery('fileImport.list', listImports)(newest), staleTime: 0 })
  const own = data?.list.filter(({ createdBy }) => createdBy !== null && createdBy.id === me?.staff.id) ?? []
  return inOrder(
    own.filter((file) => openStates.includes(file.state) && (file.state !== 'uploading' || isUnchecked(file))),
  )
}

/** The file to go on with after this one. */
export const nextOf = (files: readonly ListedImport[], id: string | undefined): ListedImport | undefined => {
  const due = files.filter((file) => file.id !== id && isDue(file))
  return due.find(({ state }) => state !== 'failed') ?? due[0]
}

/** Opens a file: checked anew, because what was written since changes what is found in it. */
export function useOpenFile() {
  const navigate = useNavigate()
  const [isOpening, setIsOpening] = useState(false)
  const check = useServerMutation(checkImport, { invalidates: ['fileImport'] })
  const open = async ({ id, state }: Pick<ListedImport, 'id' | 'state'>) => {
    setIsOpening(true)
    try {
      if (state === 'uploading' || state === 'checked') {
        const { answers } = await getImport({ data: { id } })
        await check.mutateAsync({ data: { id, ...answers } })
      }
      await navigate({ to: '/other-settings/imports/$importId', params: { importId: id } })
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setIsOpening(false)
    }
  }
  return { open, isOpening }
}
