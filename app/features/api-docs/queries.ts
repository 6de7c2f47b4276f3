import { serverQuery } from '~/data/query'
import { getApiOperation, listApiOperations } from '~/functions/api-docs'

/** The contract changes with a deployment only. */
const asLong = { staleTime: Number.POSITIVE_INFINITY }

export const operationsQuery = { ...serverQuery('apiDocs.operations', listApiOperations)({}), ...asLong }
export const operationQuery = (name: string) => ({
  ...serverQuery('apiDocs.operation', getApiOperation)({ name }),
  ...asLong,
})
