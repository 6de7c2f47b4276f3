import { useState } from 'react'
import type { ListedResource } from '#contract/names.ts'
import { type rehearsal, useServerMutation, type WriteCall } from '~/data/mutation'
import { ActDialog } from './act-dialog'

export interface Removable {
  id: string
  version: number
}

export interface RemovalOptions<Row> {
  /** What a record is: お知らせ. */
  noun: string
  nameOf: (row: Row) => string
  resource: ListedResource
  remove: (call: WriteCall<{ id: string; version: number }>) => Promise<unknown>
  onRemoved?: (() => void) | undefined
}

/** Deletes one record: `ask(row)` opens the confirmation; a snackbar shows the outcome. */
export function useRemoval<Row extends Removable>({ noun, nameOf, resource, remove, onRemoved }: RemovalOptions<Row>) {
  const [target, setTarget] = useState<Row>()
  const removal = useServerMutation(remove, {
    // Not the record itself: it is no longer there.
    invalidates: [`${resource}.list`],
    done: `${noun}を削除しました。`,
  })
  const run = async ({ id, version }: Row, call?: typeof rehearsal) => {
    await removal.mutateAsync({ data: { id, version }, ...call })
    if (!call) onRemoved?.()
  }
  return {
    ask: setTarget as (row: Row) => void,
    dialog: target && (
      <ActDialog
        title={`${noun}を削除`}
        name={nameOf(target)}
        destructive
        resource={resource}
        act={(call) => run(target, call)}
        onClose={() => setTarget(undefined)}
      >
        この{noun}を削除します。元に戻すことはできません。
      </ActDialog>
    ),
  }
}
