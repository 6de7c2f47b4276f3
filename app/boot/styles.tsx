import { useRouter } from '@tanstack/react-router'
import { isKept } from '~/lib/kept-styles'
import rules from '~/styles/app.css?inline'
import file from '~/styles/app.css?url'
import frameRules from '~/styles/frame.css?inline'

/**
 * The styles in the document's head. The first visit has the rules of what the server renders inlined, so that the
 * browser paints at once: of the frame alone, or of a page before sign-in. Afterwards the file of all rules is linked,
 * so that reloads do not transfer them again.
 */
export function Styles({ isFrame }: { isFrame: boolean }) {
  const { nonce } = useRouter().options.ssr ?? {}
  if (import.meta.env.DEV || isKept()) return <link rel="stylesheet" href={file} />
  return (
    <>
      {isFrame && <link rel="preload" as="style" href={file} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file; as text its quotes would be escaped */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: isFrame ? frameRules : rules }} />
    </>
  )
}

/** All rules, after a frame that was drawn with its own. */
export const RestOfStyles = () => !import.meta.env.DEV && <link rel="stylesheet" href={file} itemProp="" />
