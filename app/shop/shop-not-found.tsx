import { lazyPart } from '~/components/lazy-part'

/** Loaded when it is needed: few ever see it. */
export const ShopNotFound = lazyPart(() => import('./shop-not-found.lazy'))
