import { z } from 'zod'
import { Empty, zDateTime, zId, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post } from './endpoint.ts'
import { zCode } from './second-factor.ts'
import { dataExportStates } from './words/data-export.ts'

const DataExport = z.strictObject({
  id: zId,
  state: zWord(dataExportStates),
  withHealthDays: z.boolean(),
  /** Records in all files, bytes of the zip and its parts; null until it is ready. */
  rows: z.int().nullable(),
  size: z.int().nullable(),
  parts: z.int().nullable(),
  failure: z.string().nullable(),
  createdAt: zDateTime,
  expiresAt: zDateTime,
})
export type DataExport = z.output<typeof DataExport>

export const DataExportDraft = z.strictObject({
  code: zCode,
  withHealthDays: z.boolean(),
  /** Required for health days. */
  reason: zText(200).nullable(),
})
export type DataExportDraft = z.output<typeof DataExportDraft>

export const dataExport = {
  /** The caller's own; nobody sees another's. */
  get: get(
    '/data-export',
    'data.export',
    '自分の全データ出力の状態',
    {},
    z.strictObject({ export: DataExport.nullable(), hasSecondFactor: z.boolean() }),
  ),
  create: post('/data-export/new', 'data.export', '全データを出力する', DataExportDraft, DataExport, {
    repeatable: true,
    /** Rate-limited, because codes could be guessed here. */
    rate: 10,
  }),
  part: get(
    '/data-export/:id/part/:at',
    'data.export',
    '出力した全データの一部を受け取る',
    { id: zId, at: z.string().regex(/^(0|[1-9]\d{0,4})$/) },
    z.strictObject({ base64: z.string() }),
    { rate: 300 },
  ),
  remove: del('/data-export/:id', 'data.export', '出力した全データを削除する', { id: zId }, Empty),
} satisfies Endpoints
