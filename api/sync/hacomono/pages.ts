import { z } from 'zod'
import type { Kind } from '../../../provider/answers.ts'
import { ProviderFailure } from '../club-system.ts'
import { pageOf, readBy } from './shapes.ts'

/** Rows requested per page; the provider may send fewer. */
export const length = 100
/** More pages than this are a fault of the provider's or ours. */
const mostPages = 20_000
const mostPasses = 3

export type Get = (path: string, query: Record<string, string | number>) => Promise<unknown>

/**
 * All rows of a resource, each id once, while they may change between two pages: what fits on one page is read at once;
 * more is read again until two passes hold the same ids, three at most, and as many as the provider tells. One pass is
 * not enough even where all totals agree: a row removed while another is added loses a third one between two pages.
 * Throws a ProviderFailure.
 */
export async function everyRow<Shape extends z.ZodType<{ id: string }>>(
  get: Get,
  kind: Kind,
  shape: Shape,
): Promise<z.output<Shape>[]> {
  let before: string | null = null
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const { rows, pages, total } = await onePass(get, kind, shape)
    const ids = [...rows.keys()].toSorted().join('\n')
    if (rows.size === total && (pages === 1 || ids === before)) return [...rows.values()]
    before = ids
  }
  throw new ProviderFailure(
    'unavailable',
    '会員管理システムの一覧を最後まで正しく読み取れませんでした。時間をおいてお試しください。',
  )
}

async function onePass<Shape extends z.ZodType<{ id: string }>>(get: Get, { path, list, keys }: Kind, shape: Shape) {
  const row = z
    .unknown()
    .transform((raw) => readBy(keys, raw))
    .pipe(shape) as unknown as Shape
  const rows = new Map<string, z.output<Shape>>()
  for (let page = 1; ; page += 1) {
    const read = pageOf(await get(path, { page, length }), list, row)
    for (const row of read.rows) rows.set((row as { id: string }).id, row)
    const isLast = page >= read.pages || page >= mostPages || read.rows.length === 0
    if (isLast) return { rows, pages: page, total: read.total }
  }
}
