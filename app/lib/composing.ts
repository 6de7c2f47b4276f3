import type { KeyboardEvent } from 'react'

/** Whether a key belongs to an input method that is still converting: its Enter confirms and does nothing else. */
export const isComposing = (event: KeyboardEvent) =>
  // Safari ends the composition before the key; only the old code 229 says so.
  event.nativeEvent.isComposing || event.keyCode === 229
