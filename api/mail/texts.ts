import { toTokyoDateTime } from '../time.ts'

/** `2026/01/05 14:05` in Tokyo, for texts. */
export const formatDateTime = (instant: Date) =>
  toTokyoDateTime(instant).slice(0, 16).replaceAll('-', '/').replace('T', ' ')
