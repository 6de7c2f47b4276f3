import type { KeyboardEvent } from 'react'

/** Whether an IME is composing: Enter then only confirms the conversion. */
export const isComposing = (event: KeyboardEvent) =>
  // Safari ends the composition before the key event; only the legacy key code 229 reveals it.
  event.nativeEvent.isComposing || event.keyCode === 229
