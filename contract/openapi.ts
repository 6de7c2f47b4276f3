import { z } from 'zod'
import { contract, endpoints } from './all.ts'
import { type Endpoint, pathKeys } from './endpoint.ts'
import { type ApiErrorCode, errorMessage, errorStatus } from './errors.ts'
import type { Resource } from './names.ts'
import { nouns } from './words/nouns.ts'
import { sessionEnds } from './words/session.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const json = (schema: Json) => ({ 'application/json': { schema } })

/** The whole contract as one OpenAPI 3.1 document; `version` is the product's. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Karada Desk 管理API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: (Object.keys(contract) as Resource[]).map((name) => ({ name, description: nouns[name].label })),
    paths,
    components: {
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' } },
      schemas: { Error: errorSchema },
    },
  }
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json | undefined
}

interface Operation extends Json {
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema?: Json }> }
  responses: { 200: { content: { 'application/json': { schema: Json } } } }
}

/** One operation of the document. */
export function operationOf(name: string, endpoint: Endpoint): Operation {
  const input = schemaOf(endpoint.input, 'input')
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const inPath = pathKeys(endpoint.path)
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const parameters: Parameter[] = [
    ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: properties[key] })),
    ...(carriesBody ? [] : rest).map((key) => ({
      name: key,
      in: 'query',
      required: required.includes(key),
      schema: properties[key],
    })),
    ...(endpoint.method === 'POST' && !endpoint.repeatable ? [idempotencyKey] : []),
  ]
  const body = {
    ...input,
    properties: Object.fromEntries(rest.map((key) => [key, properties[key]])),
    required: required.filter((key) => rest.includes(key)),
  }
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    ...(endpoint.permission === 'public'
      ? { security: [] }
      : { security: [{ idToken: [] }], 'x-permission': endpoint.permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(carriesBody && {
      requestBody: endpoint.bytes
        ? { required: true, content: { 'application/octet-stream': {} } }
        : { required: body.required.length > 0, content: json(body) },
    }),
    responses: { 200: success(endpoint), ...failures(endpoint) },
  }
}

const success = (endpoint: Endpoint) => ({
  description: '成功',
  content: {
    ...json(schemaOf(endpoint.output, 'output')),
    ...(endpoint.csv && { 'text/csv': { schema: { type: 'string' } } }),
  },
})

/** The errors that a call of this kind can return. */
function failures(endpoint: Endpoint): Json {
  const isWrite = endpoint.method !== 'GET'
  const codes: ApiErrorCode[] = [
    'unauthenticated',
    'forbidden',
    'not_found',
    ...(isWrite ? (['stale', 'payload_too_large'] as const) : []),
    'invalid',
    'rate_limited',
    'internal',
    ...(isWrite ? (['storage_full'] as const) : []),
  ]
  return Object.fromEntries(
    codes.map((code) => [
      errorStatus[code],
      { description: errorMessage[code], content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '同じキーと同じ内容の再送には、処理をくり返さずに最初と同じ応答を返します（24時間）。',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'ref'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string', description: 'そのまま表示できる日本語' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: '項目ごとのメッセージ (422)' },
    current: { description: '現在の内容 (409 stale)' },
    retryAfter: { type: 'integer', description: '再試行までの秒数 (429)' },
    endedBy: { type: 'string', enum: Object.keys(sessionEnds), description: 'ログアウトした理由 (401)' },
    ref: { type: 'string', description: '問い合わせ用の番号' },
  },
}
