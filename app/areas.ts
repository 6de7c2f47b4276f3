import { menu } from './frame/menu'
import { routeTree } from './routeTree.gen'

/** Everything that grows with the number of areas. Loaded by the document, not imported by the entry (decision 0031). */
export const areas = { menu, routeTree, loadActions: () => import('./frame/actions') }
