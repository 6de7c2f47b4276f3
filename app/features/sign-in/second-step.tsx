import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from '~/components/ui/spinner'
import { SignInCard } from './card'

const CodeStep = lazy(() => import('./code-step'))

/** The step after the password; loaded on demand, since few users need it. */
export const SecondStep = (props: ComponentProps<typeof CodeStep>) => (
  <Suspense
    fallback={
      <SignInCard title="2段階認証">
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner className="size-4" />
          読み込み中...
        </p>
      </SignInCard>
    }
  >
    <CodeStep {...props} />
  </Suspense>
)
