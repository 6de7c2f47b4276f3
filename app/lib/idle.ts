/** Resolves when the browser is idle. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 500)
  })
