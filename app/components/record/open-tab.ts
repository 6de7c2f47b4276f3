import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the open tab into view: on phones a record's tabs scroll sideways. */
export function useOpenTabInSight(): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every tab that is opened
  useEffect(() => {
    tabs.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return tabs
}
