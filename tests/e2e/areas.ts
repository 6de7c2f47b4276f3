import { modulesIn } from '../../api/lib/modules.ts'
import type { FormArea, ListArea } from '../areas/area.ts'

const areas = await modulesIn<{ list?: ListArea; form?: FormArea }>(new URL('../areas/', import.meta.url))
/** Those of every `tests/areas/<noun>.ts`. */
export const lists = areas.flatMap(({ list }) => list ?? [])
export const forms = areas.flatMap(({ form }) => form ?? [])
