import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** Whether an IME is composing: the key then belongs to the conversion, and acts nowhere else. */
export const isComposing = (event: KeyboardEvent | ReactKeyboardEvent) =>
  ('nativeEvent' in event ? event.nativeEvent : event).isComposing ||
  // Safari ends the composition before the key event; only the legacy key code 229 reveals it.
  event.keyCode === 229

/** Key handler of every form: Enter that only confirms a conversion does not submit it. */
export function keepConversion(event: ReactKeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
