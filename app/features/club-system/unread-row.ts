import type { UnreadRow } from '#contract/club-sync.ts'
import { syncResources } from '#contract/words/sync-resources.ts'

/** 「売上 123」. */
export const titleOf = ({ kind, theirId }: UnreadRow) => `${syncResources[kind]} ${theirId ?? '（番号なし）'}`
