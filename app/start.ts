import { createSerializationAdapter } from '@tanstack/react-router'
import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { ApiError, type ApiErrorBody } from '#contract/errors.ts'
import { appFetch } from './boot/early'

/** Serialises an ApiError with all its fields; otherwise only the message would arrive. */
const apiErrorAdapter = createSerializationAdapter({
  key: 'ApiError',
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: (error) => JSON.stringify(error.toBody()),
  fromSerializable: (body: string) => {
    const { code, ...detail } = JSON.parse(body) as ApiErrorBody
    return new ApiError(code, detail)
  },
})

export const startInstance = createStart(() => ({
  serializationAdapters: [apiErrorAdapter],
  serverFns: { fetch: appFetch },
  // A custom start file disables Start's default CSRF middleware, so it is listed here.
  requestMiddleware: [createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })],
}))
