import { z } from 'zod'
import { Empty, zWord } from './common.ts'
import { type Endpoints, get } from './endpoint.ts'
import { type Permission, permissions, scopes } from './permissions.ts'
import { permissionAreas, principals } from './words/permissions.ts'

/** How far a right reaches for one principal, null without it, and the same as a sentence. */
const Reach = z.strictObject({ scope: z.enum(scopes).nullable(), sentence: z.string() })

const Right = z.strictObject({
  permission: z.enum(permissions as [Permission, ...Permission[]]),
  area: zWord(permissionAreas),
  name: z.string(),
  reach: z.record(zWord(principals), Reach),
})

export const rights = {
  list: get('/rights', 'account.self', '権限一覧', Empty, z.strictObject({ list: z.array(Right) })),
} satisfies Endpoints
