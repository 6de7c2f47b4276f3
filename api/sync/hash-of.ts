import { createHash } from 'node:crypto'

/** Of a row as it came. */
export const hashOf = (raw: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(raw) ?? '')
    .digest('base64')
    .slice(0, 24)
