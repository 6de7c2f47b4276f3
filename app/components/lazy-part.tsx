import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { notifyUnloaded, reload, unloadedText } from '~/lib/unloaded'
import { useLoaded } from '~/lib/use-loaded'
import { cn } from '~/lib/utils'
import { Button } from './ui/button'

interface PartOptions {
  /** In its place until it has loaded. */
  waiting?: ReactNode
  /** If it cannot be loaded: a line in its place, a notice (for dialogs, which are then closed), or nothing. */
  missing?: 'line' | 'notice' | 'nothing'
  /** Requested beside what it is part of, without that waiting for it. */
  isEarly?: boolean
}

/** A component in a file of its own, loaded when it is first shown. If it cannot be, the rest of its screen stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting = null, missing = 'line', isEarly = false }: PartOptions = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  const loadOnce = async () => {
    known = (await load()).default
    return known
  }
  // Loaded again when it is shown, if it fails now.
  if (isEarly && !import.meta.env.SSR) loadOnce().catch(() => {})
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, at the module level
  return function Part(props) {
    const { found: Found = known, hasFailed, retry } = useLoaded(loadOnce, !known)
    if (Found) return <Found {...props} />
    if (!hasFailed) return waiting
    if (missing === 'line') return <Unloaded onRetry={retry} />
    return missing === 'notice' ? <Notice onClose={(props as { onClose?: () => void }).onClose} /> : null
  }
}

function Notice({ onClose }: { onClose: (() => void) | undefined }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void notifyUnloaded()
    onClose?.()
  }, [])
  return null
}

/** In place of a part whose file cannot be loaded. */
export function Unloaded({ onRetry, className }: { onRetry: () => void; className?: string }) {
  const text = useUnloadedText()
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-card px-4 py-3 text-sm print:hidden',
        className,
      )}
    >
      <p className="flex-1">{text}</p>
      <Button onClick={reload}>再読み込み</Button>
      <Button variant="outline" onClick={onRetry}>
        再試行
      </Button>
    </div>
  )
}

/** Why a file could not be loaded; empty until that is known. */
export function useUnloadedText() {
  const [text, setText] = useState('')
  useEffect(() => void unloadedText().then(setText), [])
  return text
}
