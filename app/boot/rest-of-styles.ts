/** Waits for the rest of the styles: requested before any script, they are rarely later. Without them the app starts all the same. */
export async function restOfStyles() {
  const link = document.querySelector<HTMLLinkElement>('body > link[rel=stylesheet]')
  if (!link || link.sheet) return
  await new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true })
  })
}
