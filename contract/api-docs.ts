import { z } from 'zod'
import { Empty, zText } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'

export const ApiOperation = z.strictObject({
  /** As in `member.list`. */
  name: z.string(),
  /** The noun, as staff read it. */
  noun: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  /** The right as 権限一覧 calls it; null where no one has to be signed in. */
  right: z.string().nullable(),
})
export type ApiOperation = z.output<typeof ApiOperation>

/** A key of a path, query or header. */
const Parameter = z.strictObject({ name: z.string(), in: z.string(), isRequired: z.boolean(), schema: z.string() })

/** Schemas are JSON texts in the terms of OpenAPI 3.1. */
const ApiOperationDetail = z.strictObject({
  parameters: z.array(Parameter),
  body: z.string().nullable(),
  answer: z.string(),
})

export const apiDocs = {
  operations: get('/docs', 'apiDocs.read', 'APIの操作の一覧', Empty, z.strictObject({ list: z.array(ApiOperation) })),
  operation: get('/docs/:name', 'apiDocs.read', 'APIの操作の仕様', { name: zText(80) }, ApiOperationDetail),
} satisfies Endpoints
