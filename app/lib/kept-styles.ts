import file from '~/styles/app.css?url'
import { remember, remembered } from './cookies'

/** Whether this browser has said that it keeps the rules of every screen, in the file of this build. */
export const isKept = () => remembered('karada.styles') === file

/** Has the browser keep the file, for its next document to link to. Rejects when it cannot be had. */
export async function keepStyles(): Promise<void> {
  if (import.meta.env.DEV || isKept()) return
  const answer = await fetch(file)
  await answer.arrayBuffer()
  if (answer.ok) remember('karada.styles', file)
}
