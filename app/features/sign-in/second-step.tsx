import { lazyPart } from '~/components/lazy-part'
import { Spinner } from '~/components/ui/spinner'
import { SignInCard } from './card'

/** The step after the password; loaded on demand, since few users need it. */
export const SecondStep = lazyPart(() => import('./code-step'), {
  waiting: (
    <SignInCard title="2段階認証">
      <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted-foreground">
        <Spinner className="size-4" />
        読み込み中...
      </p>
    </SignInCard>
  ),
})
