import { errorMessage } from '#contract/errors.ts'
import { notify } from './notices'

/** Whether a file of the app could not be loaded, in the words of Chromium, Firefox and Safari. */
export const isUnloaded = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)

/** Why, as a sentence: while the server responds, the file has gone with its release. */
export const unloadedText = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => (ok ? '新しい版があります。再読み込みしてください。' : errorMessage.network),
    () => errorMessage.network,
  )

/** Forms keep what was typed as a draft. */
export const reload = () => window.location.reload()

/** For a part that was requested and has no place of its own on the screen. */
export const notifyUnloaded = async () => notify.error(await unloadedText(), { label: '再読み込み', run: reload })
