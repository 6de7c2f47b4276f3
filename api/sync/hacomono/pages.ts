import type { z } from 'zod'
import { failureOf } from './client.ts'
import { pageOf } from './shapes.ts'

/** Rows asked for at once; the provider may send fewer. */
const length = 100
/** A reading of more pages than this is a fault of theirs or ours. */
const mostPages = 20_000
const mostPasses = 3

export type Get = (path: string, query: Record<string, string | number>) => Promise<unknown>

/**
 * All rows of a resource, each id once, while they may change between two pages: a pass counts when its first and last
 * page tell the same total and it holds as many ids; otherwise it is read again until two passes hold the same ids, three
 * at most. Throws a ProviderFailure.
 */
export async function everyRow<Shape extends z.ZodType<{ id: string }>>(
  get: Get,
  path: string,
  name: string,
  shape: Shape,
): Promise<z.output<Shape>[]> {
  let before: string | null = null
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const { rows, isWhole } = await onePass(get, path, name, shape)
    const ids = [...rows.keys()].toSorted().join(' ')
    if (isWhole || ids === before) return [...rows.values()]
    before = ids
  }
  throw failureOf('unavailable')
}

async function onePass<Shape extends z.ZodType<{ id: string }>>(get: Get, path: string, name: string, shape: Shape) {
  const rows = new Map<string, z.output<Shape>>()
  const totals: number[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const read = pageOf(await get(path, { page, length }), name, shape)
    for (const row of read.rows) rows.set((row as { id: string }).id, row)
    totals.push(read.total)
    if (page >= read.pages || read.rows.length === 0) break
  }
  return { rows, isWhole: totals[0] === totals.at(-1) && rows.size === totals[0] }
}
