import { routeTree } from '../routeTree.gen'
import { menu, recordAreas } from './menu'

/** What grows with the areas: in a file of its own, so that the larger one of every page stays as it is (build/chunks.ts). */
export const areas = { menu, recordAreas, routeTree, loadPalettes: () => import('./palettes') }
