import { lazyPart } from '~/components/lazy-part'
import { LoadingCard } from './card'

/** The step after the password; loaded on demand, since few users need it. */
export const SecondStep = lazyPart(() => import('./code-step'), { waiting: <LoadingCard title="2段階認証" /> })
