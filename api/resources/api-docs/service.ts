import { endpoints } from '#contract/all.ts'
import type { ApiOperation, apiDocs } from '#contract/api-docs.ts'
import { ApiError } from '#contract/errors.ts'
import type { Resource } from '#contract/names.ts'
import { operationOf } from '#contract/openapi.ts'
import { nouns } from '#contract/words/nouns.ts'
import { permissionWords } from '#contract/words/permissions.ts'
import type { Handlers } from '../../context.ts'

const list = (): ApiOperation[] =>
  endpoints.map(([name, { method, path, summary, permission }]) => ({
    name,
    noun: nouns[name.split('.')[0] as Resource].label,
    method,
    path,
    summary,
    right: permission === 'public' ? null : permissionWords[permission].name,
  }))

export const apiDocsHandlers: Handlers<typeof apiDocs> = {
  // The contract is the same for everybody: no data of a club.
  operations: async () => ({ list: list() }),

  async operation(_, { name: wanted }) {
    const found = endpoints.find(([name]) => name === wanted)
    if (!found) throw new ApiError('not_found')
    const { parameters = [], requestBody, responses } = operationOf(...found)
    return {
      parameters: parameters.map(({ name, in: place, required, schema }) => ({
        name,
        in: place,
        isRequired: required,
        schema: JSON.stringify(schema),
      })),
      body: requestBody ? JSON.stringify(Object.values(requestBody.content)[0]?.schema ?? {}) : null,
      answer: JSON.stringify(responses[200].content['application/json'].schema),
    }
  },
}
