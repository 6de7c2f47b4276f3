import { type Editor, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { useEditorState } from '@tiptap/react'
import { useId } from 'react'
import { pictureAddress, type RichTextKind } from '#contract/rich-text.ts'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { showNoImage } from '../picture'
import { Button } from '../ui/button'
import { inputClass } from '../ui/input-class'

/** A note set apart from the surrounding text. */
const Note = Node.create({
  name: 'note',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: () => ['aside', 0],
})

/** Drops pasted pictures from other addresses, as the API would. */
export const pictureNode = (kind: RichTextKind) =>
  Image.extend({
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => pictureAddress(kind).test(element.getAttribute('src') ?? '') && null,
      },
    ],
    addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  })

/** Extensions of an article, in addition to those of every message. */
export const articleNodes = [Note, pictureNode('article')]

/** Gives every picture with this address its alternative text. The selection stays. */
function setAlternative({ state, view }: Editor, src: string, alt: string) {
  const { tr } = state
  state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.src === src) tr.setNodeAttribute(at, 'alt', alt)
  })
  view.dispatch(tr)
}

/** The selected picture, or the one with this address while the text has it. */
function pictureOf(editor: Editor, added: string | undefined): { src: string; alt: string } | null {
  if (editor.isActive('image')) return editor.getAttributes('image') as { src: string; alt: string }
  const alts: string[] = []
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === 'image' && attrs.src === added) alts.push(attrs.alt)
  })
  const [alt] = alts
  return added === undefined || alt === undefined ? null : { src: added, alt }
}

interface PictureTextProps {
  editor: Editor
  /** The picture added last, until the writer was prompted for its text. */
  added: string | undefined
  onAnswered: () => void
  /** In a mail, which is also read where no pictures are shown. */
  isRequired: boolean
}

/** Asks for the alternative text of the picture that was just added, or is selected; the focus stays in the text. */
export function PictureText({ editor, added, onAnswered, isRequired }: PictureTextProps) {
  const id = useId()
  const picture = useEditorState({ editor, selector: ({ editor: now }) => pictureOf(now, added) })
  if (picture === null) return null
  const { src, alt } = picture
  return (
    <div className="flex items-end gap-3 border-t px-3 py-2.5">
      <img src={src} alt="" onError={showNoImage} className="size-9 shrink-0 rounded-md border object-cover sm:mb-5" />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="text-xs font-medium">
          代替テキスト
        </label>
        <input
          id={id}
          value={alt}
          maxLength={200}
          placeholder="例: 両手を頭の後ろで組んだ姿勢"
          aria-describedby={`${id}-help`}
          onChange={(event) => setAlternative(editor, src, event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the form.
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            onAnswered()
            editor.commands.focus()
          }}
          className={cn(inputClass, 'mt-1')}
        />
        <p id={`${id}-help`} className="mt-1 text-xs text-muted-foreground max-sm:sr-only">
          {isRequired
            ? '必ず入力してください。画像を表示しないメールソフトでは、この文が表示されます。'
            : '画像が見えない会員に、読み上げで伝わります。飾りの画像は空欄にします。'}
        </p>
      </div>
      {src === added && (
        <Button variant="outline" onClick={onAnswered} className="sm:mb-5">
          閉じる
        </Button>
      )}
    </div>
  )
}
