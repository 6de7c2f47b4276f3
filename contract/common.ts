import { z } from 'zod'
import { addressOf, visibleName } from './invisible.ts'
import { enabledFlags, isInReach, publicationStates, publicationStatuses } from './words/common.ts'
import { type Filter, isEnumeration, type ListWords, type SortKeyOf } from './words/list.ts'
import { type ValueOf, valuesOf, type Words } from './words/words.ts'

/** PostgreSQL's `integer`. A number outside it is refused by the schema, not by the database. */
export const zInt32 = z.int().min(-2147483648).max(2147483647)

/** Ids are strings on the wire and integers in the database. */
export const zId = z
  .string()
  .max(10)
  .regex(/^[1-9]\d*$/)
  .refine((id) => Number(id) <= 2147483647)

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** NFC would change the character: 塚 (U+FA10) in a person's name is not 塚 (U+585A). */
const exceptCompatibilityIdeographs = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu

/** Text as it was typed, in one form where that changes no person's name. */
export const composed = (text: string) => text.replace(exceptCompatibilityIdeographs, (run) => run.normalize('NFC'))

/** Text that PostgreSQL stores and returns unchanged: no NUL, no lone surrogate, bounded; NFC except for ideographs. */
export const zText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, { error: 'この項目には使用できない文字が含まれています。' })
    .transform(composed)

/** A name of a person or a thing: without letters that nobody sees. */
export const zName = (max: number) => zText(max).transform(visibleName).pipe(z.string().trim().min(1))

/** What is searched for. */
export const zKeyword = zText(100).transform((text) => visibleName(text).replace(/^\s*mailto:/i, ''))

/** One line. */
export const zLine = (max: number) =>
  zText(max)
    .transform(visibleName)
    .refine((text) => !/[\r\n]/.test(text), { error: 'この項目に改行は使用できません。' })
    .pipe(z.string().trim().min(1))

/** Maximum length of a rich text with markup, both sent and stored, so that a stored text can be sent back. */
export const maxRichText = 200_000
/** Rich text as HTML; sanitised before it is stored. */
export const zRichText = zText(maxRichText).pipe(z.string().min(1))

export const zEmail = z
  .string()
  .max(254)
  .refine(isStorable, { error: 'この項目には使用できない文字が含まれています。' })
  .transform(addressOf)
  .pipe(z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'メールアドレスの形式で入力してください。' }))

/** An https address of at most 2,048 characters. */
export const zHttpsUrl = z
  .url({ protocol: /^https$/, error: 'この項目には https:// から始まるURLを入力してください。' })
  .max(2048)

/** Whole yen, tax included unless the name ends in ExTax. */
export const zYen = z.int()
/** YYYY-MM-DD, a calendar day in Asia/Tokyo. */
export const zDate = z.iso.date()
/** ISO 8601 with +09:00. */
export const zDateTime = z.iso.datetime({ offset: true })
/** A time for planning: `zDateTime` within this century, which every part of the product can store. */
export const zPlannedTime = zDateTime.refine((time) => /^20\d\d-/.test(time), {
  error: 'この項目には2000年から2099年までの日時を入力してください。',
})
/** A day as it is sent, 1900 to 2199: what every part of the product can store, compare and count with. */
export const zDay = zDate.refine(isInReach, {
  error: 'この項目には1900年から2199年までの日付を入力してください。',
})
/** A time as it is sent, in the same years. */
export const zTime = zDateTime.refine(isInReach, {
  error: 'この項目には1900年から2199年までの日時を入力してください。',
})
/** A day for planning, within this century. */
export const zPlannedDay = zDate.refine((day) => day.startsWith('20'), {
  error: 'この項目には2000年から2099年までの日付を入力してください。',
})
/** 0–1, unrounded; null where the denominator is 0. */
export const zRate = z.number().nullable()

/** One of an enumeration's values. */
export const zWord = <W extends Words>(words: W) => z.enum(valuesOf(words))
export const zEnabledFlag = zWord(enabledFlags)
export const zSortDir = z.enum(['asc', 'desc', 'none'])
export const zVersion = zInt32.min(1)

export const Empty = z.strictObject({})

const zPerson = z.strictObject({ id: zId, displayName: z.string() })

/** For records that staff write: author and last editor, times and version. */
export const authored = {
  createdBy: zPerson.nullable(),
  updatedBy: zPerson.nullable(),
  createdAt: zDateTime,
  updatedAt: zDateTime,
  version: zVersion,
}

const zPublicationStatus = zWord(publicationStatuses)

/** For records that become public by schedule: the state at the moment of reading. */
export const publication = {
  publishFrom: zDateTime.nullable(),
  /** `active` with a later publishFrom is `pending`, with a passed publishTo (where there is one) `disabled`. */
  status: zPublicationStatus,
  /** The status, with separate names for scheduled and expired. */
  state: zWord(publicationStates),
}

/** Publication in a draft: 保留中 (a draft), 公開 (from publishFrom, or now), 非公開. */
export const publicationDraft = { publishFrom: zPlannedTime.nullable(), status: zPublicationStatus }

/** A record at the version the caller has seen; without a version any is accepted. */
export const versioned = { id: zId, version: zVersion.optional() }

/** The input of an update: the record, and the changed parts of its draft. */
/* @__NO_SIDE_EFFECTS__ */
export const changesOf = <S extends z.core.$ZodShape>(draft: z.ZodObject<S, z.core.$strict>) =>
  draft.partial().extend(versioned)

type FilterSchema<F extends Filter> = F extends 'day'
  ? typeof zDay
  : F extends 'true'
    ? z.ZodLiteral<'true'>
    : F extends { maxLength: number }
      ? ReturnType<typeof zText>
      : F extends Words
        ? z.ZodEnum<{ [V in ValueOf<F>]: V }>
        : never

function filterSchema(filter: Filter): z.ZodType {
  if (filter === 'day') return zDay
  if (filter === 'true') return z.literal('true')
  return isEnumeration(filter) ? zWord(filter) : zText(Number(filter.maxLength))
}

/** List paging: offset 0 and limit 10 by default, at most 500 rows a page. */
export const pageInput = {
  offset: zInt32.min(0).default(0),
  limit: zInt32.min(1).max(500).default(10),
}

/** The input of a list endpoint: paging, keyword, order and the list's own filters. */
/* @__NO_SIDE_EFFECTS__ */
export function listInput<L extends ListWords>({ sortKeys, defaultSort, filters }: L) {
  const own = Object.entries(filters).map(([key, filter]) => [key, filterSchema(filter).optional()])
  return {
    ...pageInput,
    keyword: zKeyword.optional(),
    sortKey: z.enum(sortKeys as readonly SortKeyOf<L>[]).default(defaultSort.replace(/^-/, '') as SortKeyOf<L>),
    sortDir: zSortDir.default('none'),
    ...(Object.fromEntries(own) as { [K in keyof L['filters']]: z.ZodOptional<FilterSchema<L['filters'][K]>> }),
  }
}

/** The specification's list result: params (offset, limit), list, paging (offset, count, total). */
/* @__NO_SIDE_EFFECTS__ */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    params: z.strictObject({ offset: z.int(), limit: z.int() }),
    list: z.array(row),
    paging: z.strictObject({ offset: z.int(), count: z.int(), total: z.int() }),
  })

/**
 * The answer of a list of millions of rows (decision 0036). Its total is exact, or with `isAtLeast` a lower bound,
 * which is how many rows can be paged through.
 */
/* @__NO_SIDE_EFFECTS__ */
export const longListOf = <T extends z.ZodType>(row: T) =>
  listOf(row).extend({
    paging: z.strictObject({ offset: z.int(), count: z.int(), total: z.int(), isAtLeast: z.boolean() }),
  })
