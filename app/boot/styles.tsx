import { useRouter } from '@tanstack/react-router'
import { isKept } from '~/lib/kept-styles'
import rules from '~/styles/app.css?inline'
import file from '~/styles/app.css?url'

/**
 * On the server, in the document's head, the rules of every screen: written out for a browser that has never had them,
 * so that it paints at once; a link for one that keeps their file, so that a reload carries none of them.
 */
export function Styles() {
  const { nonce } = useRouter().options.ssr ?? {}
  if (import.meta.env.DEV || isKept()) return <link rel="stylesheet" href={file} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file; as text its quotes would be escaped
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: rules }} />
}
