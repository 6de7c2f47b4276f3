import { type Editor, Node } from '@tiptap/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { mailText, richText } from '#contract/rich-text.ts'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { Button } from '../ui/button'
import { inputClass } from '../ui/input-class'
import { pictureNode } from './article'

const addressOf = (paragraph: HTMLElement) => {
  const link = paragraph.querySelector(`:scope > a.${mailText.buttonClass}[href]:only-child`)
  const href = link?.getAttribute('href') ?? ''
  return richText.linkAddress.test(href) && paragraph.textContent === link?.textContent && { href }
}

/** A new line after the button, instead of a second button. */
function lineAfter({ editor }: { editor: Editor }): boolean {
  if (!editor.isActive('button')) return false
  const after = editor.state.selection.$to.after()
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .run()
}

/** A link that looks like a button, alone in its paragraph. */
const MailButton = Node.create({
  name: 'button',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'p',
      // Before the paragraph.
      priority: 100,
      getAttrs: addressOf,
      contentElement: `a.${mailText.buttonClass}`,
    },
  ],
  addKeyboardShortcuts: () => ({ Enter: lineAfter }),
  renderHTML: ({ node }) => [
    'p',
    [
      'a',
      { class: mailText.buttonClass, href: node.attrs.href, target: richText.linkTarget, rel: richText.linkRel },
      0,
    ],
  ],
})

/** Extensions of a mail, in addition to those of every message. */
export const mailNodes = [MailButton, pictureNode('mail')]

/** The mail's button, if it has one. */
function buttonOf(editor: Editor) {
  let found: { at: number; size: number; words: string; href: string } | undefined
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'button') {
      found ??= { at, size: node.nodeSize, words: node.textContent, href: node.attrs.href }
    }
    return found === undefined
  })
  return found
}

/** Words and address of the one button that a mail may have. */
export function ButtonPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId()
  const [words, setWords] = useState(() => buttonOf(editor)?.words ?? '')
  const [address, setAddress] = useState(() => buttonOf(editor)?.href ?? '')
  const [fault, setFault] = useState<string>()
  const has = buttonOf(editor) !== undefined

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const set = () => {
    if (words.trim() === '') return setFault('ボタンの文字を入力してください。')
    const href = address.trim()
    if (!richText.linkAddress.test(href)) {
      return setFault('ボタンのリンク先には、https://、mailto:、tel: のいずれかから始まるリンクを入力してください。')
    }
    const node = { type: 'button', attrs: { href }, content: [{ type: 'text', text: words.trim() }] }
    const there = buttonOf(editor)
    const chain = editor.chain().focus()
    if (there) chain.insertContentAt({ from: there.at, to: there.at + there.size }, node).run()
    else chain.insertContent([node, { type: 'paragraph' }]).run()
    onClose()
  }
  const remove = () => {
    const there = buttonOf(editor)
    if (there)
      editor
        .chain()
        .focus()
        .deleteRange({ from: there.at, to: there.at + there.size })
        .run()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    event.preventDefault()
    set()
  }

  return (
    <div className="border-t px-3 py-2.5">
      <div className="grid gap-2 sm:grid-cols-2">
        <label className="text-xs font-medium">
          ボタンの文字
          <input
            // biome-ignore lint/a11y/noAutofocus: it opens because one wants to type here
            autoFocus
            value={words}
            maxLength={40}
            placeholder="例: 体験を予約する"
            aria-describedby={fault && id}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={onKeyDown}
            className={cn(inputClass, 'mt-1')}
          />
        </label>
        <label className="text-xs font-medium">
          ボタンのリンク先
          <input
            type="url"
            value={address}
            placeholder="https://"
            aria-describedby={fault && id}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={onKeyDown}
            className={cn(inputClass, 'mt-1')}
          />
        </label>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={set}>設定する</Button>
        {has && (
          <Button variant="outline" onClick={remove}>
            ボタンを削除する
          </Button>
        )}
      </div>
      {fault && (
        <p id={id} role="alert" className="mt-1.5 text-sm text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
