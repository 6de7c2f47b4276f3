import file from '~/styles/app.css?url'
import { remember, remembered } from './cookies'

/** Whether this browser has cached this build's style file. */
export const isKept = () => remembered('karada.styles') === file

/** Makes the browser cache the style file, so that the next document can link to it. Rejects if it cannot be loaded. */
export async function keepStyles(): Promise<void> {
  if (import.meta.env.DEV || isKept()) return
  const answer = await fetch(file)
  await answer.arrayBuffer()
  if (answer.ok) remember('karada.styles', file)
}
