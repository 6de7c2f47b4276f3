import { z } from 'zod'

/** PostgreSQL's `integer`. A number outside it is refused at the door, not by the database. */
export const zInt32 = z.int().min(-2147483648).max(2147483647)

/** Ids are strings on the wire and integers in the database. */
export const zId = z
  .string()
  .max(10)
  .regex(/^[1-9]\d*$/)
  .refine((id) => Number(id) <= 2147483647)
export type Id = z.output<typeof zId>

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Text that PostgreSQL stores and gives back as it came: no NUL, no lone surrogate, bounded, NFC. */
export const zText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, { error: '使用できない文字が含まれています。' })
    .transform((text) => text.normalize('NFC'))

export const zEmail = z
  .string()
  .max(254)
  .refine(isStorable, { error: '使用できない文字が含まれています。' })
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'メールアドレスの形式で入力してください。' }))

/** An https address of at most 2,048 characters. */
export const zHttpsUrl = z.url({ protocol: /^https$/, error: 'https:// から始まるURLを入力してください。' }).max(2048)

/** Whole yen, tax included unless the name ends in ExTax. */
export const zYen = z.int()
/** YYYY-MM-DD, a calendar day in Asia/Tokyo. */
export const zDate = z.iso.date()
/** ISO 8601 with +09:00. */
export const zDateTime = z.iso.datetime({ offset: true })
/** A time that people plan with: `zDateTime` in this century, which every part of the product can store. */
export const zPlannedTime = zDateTime.refine((time) => /^20\d\d-/.test(time), {
  error: '2000年から2099年までの日時を入力してください。',
})
/** 0–1, unrounded; null where the denominator is 0. */
export const zRate = z.number().nullable()

/** The specification's enabled flag: the strings, not booleans. */
export const zEnabledFlag = z.enum(['true', 'false'])
export const zSortDir = z.enum(['asc', 'desc', 'none'])
export const zVersion = zInt32.min(1)

export const Empty = z.strictObject({})

/** List paging: offset 0 and limit 10 by default, at most 500 rows a page. */
export const listInput = {
  offset: zInt32.min(0).default(0),
  limit: zInt32.min(1).max(500).default(10),
  keyword: zText(100).optional(),
  sortDir: zSortDir.default('none'),
}

/** The specification's list result: params (offset, limit), list, paging (offset, count, total). */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    params: z.strictObject({ offset: z.int(), limit: z.int() }),
    list: z.array(row),
    paging: z.strictObject({ offset: z.int(), count: z.int(), total: z.int() }),
  })
