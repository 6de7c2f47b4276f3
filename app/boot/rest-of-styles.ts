/**
 * Waits for the rest of the styles: requested before any script, they are rarely later. Without them the app starts all
 * the same, once the document has loaded: a link does not tell that it has failed before.
 */
export async function restOfStyles() {
  const link = document.querySelector<HTMLLinkElement>('body > link[rel=stylesheet]')
  if (!link || link.sheet || document.readyState === 'complete') return
  await new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true })
    window.addEventListener('load', resolve, { once: true })
  })
}
