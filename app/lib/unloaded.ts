import { errorMessage, isApiError } from '#contract/errors.ts'
import { notify } from './notices'

/** Whether a file of the app could not be loaded, in the words of Chromium, Firefox and Safari. */
export const isUnloaded = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)

/** Whether only a reload helps: what this page needs is not on the server any more. */
export const isOutdated = (error: unknown) => isUnloaded(error) || (isApiError(error) && error.code === 'outdated')

/** Why, as a sentence: while the server responds, the file has gone with its release. */
export const unloadedText = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => (ok ? errorMessage.outdated : errorMessage.network),
    () => errorMessage.network,
  )

/** Forms keep what was typed as a draft. */
export const reload = () => window.location.reload()

/** The action of a notice. */
export const reloading = { label: '再読み込み', run: reload }

/** For a part that was requested and has no place of its own on the screen. */
export const notifyUnloaded = async () => notify.error(await unloadedText(), reloading)
