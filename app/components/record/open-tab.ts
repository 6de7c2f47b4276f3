import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** For a record's tabs, which scroll sideways on a phone: the one that is open is in sight. */
export function useOpenTabInSight(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every tab that is opened
  useEffect(() => {
    tabs.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return tabs
}
