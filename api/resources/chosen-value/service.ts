import type { ChosenValue, chosenValue } from '#contract/chosen-value.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type ChosenKind, chosenKinds } from '#contract/words/chosen-value.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { shopNames } from '../../import/check.ts'
import { kindsOfRows } from '../../import/kinds.ts'
import { chosenTables, columnsToLetGo } from '../../import/let-go.ts'
import { shownValue } from '../../import/shown-value.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { type ChosenRow, holdChosen, listChosen } from './repository.ts'

// Values that a person chose over the club system's. They are let go in the background, because facts and their months
// are not written by a request.

export const chosenValueHandlers = (jobs: Jobs): Handlers<typeof chosenValue> => ({
  list: async (ctx, input) => {
    if (input.shopId !== undefined) await requireShop(ctx, input.shopId)
    const shops = new Map((await shopNames(ctx.scoped, ctx.shops)).map(({ id, name }) => [id, name]))
    return listAnswer(input, await listChosen(ctx.scoped, input), (row) => toChosen(row, shops))
  },

  letGo: {
    prepare: async () => {
      await jobs.ready()
      return async (ctx: Ctx, { ids, names }: Input<(typeof chosenValue)['letGo']>) => {
        const wanted = Map.groupBy(new Set(ids), (id) => id.split('-')[0] as ChosenKind)
        const chosen: (Awaited<ReturnType<typeof holdChosen>>[number] & { kind: ChosenKind })[] = []
        for (const [kind, ofKind] of wanted) {
          const numbers = ofKind.map((id) => Number(id.split('-')[1]))
          const held = await holdChosen(ctx.scoped, kind, numbers)
          if (held.length < ofKind.length) throw new ApiError('not_found')
          const still = held.filter(({ isChosen }) => isChosen)
          const job = { kind, ids: still.map(({ id }) => id), names: names ?? null }
          if (still.length > 0) await jobs.add(ctx.scoped, 'letGo', job, ctx.principal.staffId)
          chosen.push(...still.map((one) => ({ ...one, kind })))
        }
        const kinds = [...wanted.keys()]
        const [one] = chosen
        ctx.audit({
          rowCount: chosen.length,
          diff: {
            kind: { before: null, after: kinds.map((kind) => chosenKinds[kind]).join('、') },
            ...(names && { names: { before: null, after: labelsOf(kinds, names).join('、') } }),
          },
          ...(one && chosen.length === 1 && { shopId: one.shopId, ...(one.memberId && { memberId: one.memberId }) }),
        })
        return { rows: chosen.length }
      }
    },
  },
})

const labelsOf = (kinds: readonly ChosenKind[], names: readonly string[]) => [
  ...new Set(
    kinds.flatMap((kind) => columnsToLetGo(chosenTables[kind], names).flatMap((column) => labelOf(kind, column) ?? [])),
  ),
]

const fieldOf = (kind: ChosenKind, column: string) =>
  chosenTables[kind].fields.find(({ name, stored }) => (stored?.column ?? name) === column)

function labelOf(kind: ChosenKind, column: string): string | null {
  const field = fieldOf(kind, column)
  return field ? kindsOfRows[kind].labelOf(field.name) : null
}

function toChosen({ stored, theirName, ...one }: ChosenRow, shops: ReadonlyMap<string, string>): ChosenValue {
  const values = Object.entries(stored.provider_values).flatMap(([column, known]) => {
    const label = labelOf(one.kind, column)
    const name = fieldOf(one.kind, column)?.name ?? column
    if (label === null) return []
    const theirs = name === column ? shownValue(name, known.value, shops) : theirName
    return [{ name, label, ours: shownValue(name, stored[name], shops), theirs, isKnown: 'value' in known }]
  })
  return { ...one, values }
}
