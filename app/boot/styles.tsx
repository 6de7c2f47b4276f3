import { useRouter } from '@tanstack/react-router'
import { isKept } from '~/lib/kept-styles'
import rules from '~/styles/app.css?inline'
import file from '~/styles/app.css?url'

/**
 * The styles in the document's head: inlined on the first visit so that the browser paints at once, linked afterwards
 * so that reloads do not transfer them again.
 */
export function Styles() {
  const { nonce } = useRouter().options.ssr ?? {}
  if (import.meta.env.DEV || isKept()) return <link rel="stylesheet" href={file} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file; as text its quotes would be escaped
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: rules }} />
}
