/** Resolves when the browser is idle; after `timeout` milliseconds in any case, where one is given. */
export const idle = (options?: IdleRequestOptions) =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), options)
    else setTimeout(resolve, 500)
  })
