import { type Editor, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { useEditorState } from '@tiptap/react'
import { useId } from 'react'
import { articleText } from '#contract/rich-text.ts'

/** A note set apart from the surrounding text. */
const Note = Node.create({
  name: 'note',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: () => ['aside', 0],
})

const Picture = Image.extend({
  // Drops pasted pictures from other origins, as the API would.
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => articleText.imageAddress.test(element.getAttribute('src') ?? '') && null,
    },
  ],
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
})

/** Extensions of an article, in addition to those of every message. */
export const articleNodes = [Note, Picture]

/** Alternative text of the selected picture. */
export function PictureText({ editor }: { editor: Editor }) {
  const id = useId()
  const alt = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive('image') ? String(now.getAttributes('image').alt ?? '') : null),
  })
  if (alt === null) return null
  return (
    <div className="border-b px-3 py-2.5">
      <label htmlFor={id} className="text-xs font-medium">
        画像の説明
      </label>
      <input
        id={id}
        value={alt}
        maxLength={200}
        placeholder="例: 両手を頭の後ろで組んだ姿勢"
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
        className="mt-1 h-9 w-full rounded-md border border-input bg-card px-3 text-base sm:text-sm"
      />
    </div>
  )
}
