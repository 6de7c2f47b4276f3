import { useLayoutEffect, useRef } from 'react'

type Step = 'previous' | 'next'

export interface Steps {
  /** The record before and after this one in the list; undefined at its ends. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Whether these two are those of the record asked for last. A step taken before is kept until they are. */
  isSettled: () => boolean
}

/** From record to record. Keys are faster than screens: each step starts from where the one before has led. */
export function useSteps({ onPrevious, onNext, isSettled }: Steps): (step: Step) => void {
  const steps = useRef<Step[]>([])
  const walk = () => {
    while (steps.current.length > 0 && isSettled()) {
      const act = steps.current.shift() === 'next' ? onNext : onPrevious
      // At the list's end a step leads nowhere, and the one after it does.
      if (act) return act()
    }
  }
  useLayoutEffect(walk)
  return (step) => {
    steps.current.push(step)
    walk()
  }
}
