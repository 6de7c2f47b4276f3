import pino from 'pino'
import { cutText } from '#contract/cut-text.ts'

/** One JSON line per event, limited to these fields: no bodies, no addresses, no names. */
export interface Log {
  request(line: {
    requestId: string
    method: string
    /** The endpoint's pattern, never the requested URL. */
    route: string
    status: number
    ms: number
    staffId?: string
    code?: string
  }): void
  failure(line: { requestId: string; route: string; error: unknown }): void
  /** `error`: needs attention. */
  event(line: { event: string; detail?: string; level?: 'info' | 'error' }): void
}

export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination(1),
  )
  return {
    request: ({ requestId, method, route, status, ms, staffId, code }) =>
      logger.info({ event: 'request', requestId, method, route, status, ms: Math.round(ms * 10) / 10, staffId, code }),
    failure: ({ requestId, route, error }) => logger.error({ event: 'failure', requestId, route, ...anonymous(error) }),
    event: ({ event, detail, level = 'info' }) => logger[level]({ event, detail }),
  }
}

/** Errors whose messages are safe to log; those of databases and parsers quote data. */
const codeErrors = [TypeError, RangeError, ReferenceError]

function anonymous(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
  return {
    error: error.name,
    message: codeErrors.some((kind) => error instanceof kind) ? cutText(error.message, 300) : undefined,
    code: typeof code === 'string' ? code : undefined,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    table: typeof table === 'string' ? table : undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 20)
      .map((line) => line.trim()),
    cause: error.cause ? anonymous(error.cause) : undefined,
  }
}
