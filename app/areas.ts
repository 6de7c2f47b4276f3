import { menu } from './frame/menu'
import { routeTree } from './routeTree.gen'

/** What grows with the areas. The entry does not name this file, the document does (build/areas.ts, decision 0031). */
export const areas = { menu, routeTree, loadActions: () => import('./frame/actions') }
