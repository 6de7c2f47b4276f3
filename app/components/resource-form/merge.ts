import { formatMoment } from '~/lib/dates'
import { sameValue } from './form-context'

/** The values of a form as it opened, as they are in it now, and as someone else has saved them in between. */
export interface Sides<Values> {
  base: Values
  mine: Values
  theirs: Values
}

export interface Merge<Values> {
  /** Merged values: one side's changes, and the form's value where both changed. */
  merged: Values
  /** Fields that both changed, differently. */
  contested: string[]
  /** Fields that only the other side changed. */
  taken: string[]
}

/** Three-way merge of two people's changes, field by field. */
export function mergeOf<Values extends object>({ base, mine, theirs }: Sides<Values>): Merge<Values> {
  const names = Object.keys(mine) as (keyof Values & string)[]
  const theirChanges = names.filter((name) => !sameValue(theirs[name], base[name]))
  const taken = theirChanges.filter((name) => sameValue(mine[name], base[name]))
  return {
    merged: { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) },
    contested: theirChanges.filter((name) => !taken.includes(name) && !sameValue(mine[name], theirs[name])),
    taken,
  }
}

/** Who changed a row last, and when. */
export interface Changed {
  updatedBy?: { id?: string; displayName: string } | null
  updatedAt?: string | null
}

/** Whether the reader saved this row: in another tab, or on another device. */
export const isOwn = ({ updatedBy }: Changed, ownId: string | undefined) =>
  updatedBy?.id !== undefined && updatedBy.id === ownId

const whose = (row: Changed, ownId: string | undefined) => {
  if (isOwn(row, ownId)) return '別のタブでの変更'
  return `${row.updatedBy ? `${row.updatedBy.displayName}さん` : 'ほかの人'}の更新`
}

/** 「水野 香織さんの更新 18:27」, 「別のタブでの変更 18:27」; with the date where it is not today's. */
export const changeOf = (row: Changed, ownId: string | undefined, now = new Date()) =>
  [whose(row, ownId), row.updatedAt && formatMoment(row.updatedAt, now)].filter(Boolean).join(' ')

/** Snackbar after a merge: 「水野 香織さんの更新（18:27）と合わせて保存しました。」. */
export const savedWith = (row: Changed, ownId: string | undefined, now = new Date()) =>
  `${whose(row, ownId)}${row.updatedAt ? `（${formatMoment(row.updatedAt, now)}）` : ''}と合わせて保存しました。`
