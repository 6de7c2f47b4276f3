import { useLayoutEffect, useRef } from 'react'

type Step = 'previous' | 'next'

export interface Steps {
  /** The record before and after this one in the list; undefined at its ends. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Whether these two belong to the record requested last. Until then, steps are queued. */
  isSettled: () => boolean
}

/** Steps between records. Keys can be faster than screens: each step starts from the result of the previous one. */
export function useSteps({ onPrevious, onNext, isSettled }: Steps): (step: Step) => void {
  const steps = useRef<Step[]>([])
  const walk = () => {
    while (steps.current.length > 0 && isSettled()) {
      const act = steps.current.shift() === 'next' ? onNext : onPrevious
      // Skips a step at the list's end and continues with the next.
      if (act) return act()
    }
  }
  useLayoutEffect(walk)
  return (step) => {
    steps.current.push(step)
    walk()
  }
}
