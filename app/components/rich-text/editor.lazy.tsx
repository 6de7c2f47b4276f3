import { Extension, type Editor as TiptapEditor } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  RectangleHorizontal,
  Redo2,
  StickyNote,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type RichTextKind, richText } from '#contract/rich-text.ts'
import { isComposing } from '~/lib/composing'
import { acceptedImages } from '~/lib/image'
import { cn } from '~/lib/utils'
import type { InputAttributes } from '../fields/field-frame'
import { showNoImage } from '../picture'
import { Button } from '../ui/button'
import { inputClass } from '../ui/input-class'
import { articleNodes, PictureText } from './article'
import { leftOut } from './left-out'
import { ButtonPanel, mailNodes } from './mail-button'
import { meantHtml, meantText } from './pasted'
import { prose } from './prose'
import type { UploadPicture } from './rich-text-field'
import { usePictures } from './use-pictures'

interface EditorProps {
  input: InputAttributes
  label: string
  html: string
  onChange: (html: string) => void
  onBlur: () => void
  /** Number of characters, without markup. */
  onLength: (length: number) => void
  /** Set for articles and mails, which may contain pictures. */
  upload: UploadPicture | undefined
  kind: RichTextKind
  /** Why saving must wait; undefined when it need not. */
  onHold: (reason: string | undefined) => void
}

const listKeys = Extension.create({
  name: 'listKeys',
  addKeyboardShortcuts: () => ({
    'Mod-]': ({ editor }) => editor.commands.sinkListItem('listItem'),
    'Mod-[': ({ editor }) => editor.commands.liftListItem('listItem'),
  }),
})

/** Extensions for exactly the allowed markup: pasted content is reduced to it. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    trailingNode: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => richText.linkAddress.test(address),
      HTMLAttributes: { target: richText.linkTarget, rel: richText.linkRel, class: null },
    },
  }),
  listKeys,
]

const attributesOf = ({ id, ...aria }: InputAttributes, label: string): Record<string, string> => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  ...Object.fromEntries(
    Object.entries(aria).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ),
  class: cn(prose, 'min-h-60 px-4 py-3 whitespace-pre-wrap outline-none'),
})

/** Pixels of the window's edges under header, toolbar and the form's buttons: the caret does not stand there. */
const coveredBy = { top: 160, right: 0, bottom: 100, left: 0 }

/** Files, where an editor takes none. */
const filesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].map(({ type }) => (type.startsWith('image/') ? '画像' : 'ファイル'))

/** An empty editor contains a paragraph; the form's value is empty. */
const htmlOf = (editor: TiptapEditor) => (editor.isEmpty ? '' : editor.getHTML())
const lengthOf = (editor: TiptapEditor) => editor.getText({ blockSeparator: '' }).trim().length

export default function Editor(props: EditorProps) {
  const { input, label, html, onChange, onBlur, onLength, upload, kind, onHold } = props
  const written = useRef(html)
  const [left, setLeft] = useState<readonly string[]>([])
  const addLeft = (parts: string[]) => setLeft((known) => [...new Set([...known, ...parts])])
  const pictures = usePictures(upload, onHold)
  const editor = useEditor({
    extensions: [...extensions, ...(kind === 'mail' ? mailNodes : upload ? articleNodes : [])],
    content: html,
    // Would inject a style element, which the content security policy forbids.
    injectCSS: false,
    editorProps: {
      attributes: attributesOf(input, label),
      transformPastedHTML: (pasted) => {
        addLeft(leftOut(pasted, kind))
        return meantHtml(pasted)
      },
      transformPastedText: meantText,
      scrollThreshold: coveredBy,
      scrollMargin: coveredBy,
      // Tab leaves the field; the default in lists would indent, and change the text on the way out.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Tab' },
      handlePaste: (view, { clipboardData }) => {
        if (!upload && !clipboardData?.getData('text/html')) addLeft(filesIn(clipboardData))
        return pictures.take(view, clipboardData, view.state.selection.from)
      },
      handleDrop: (view, { dataTransfer, clientX, clientY }, _, isMoved) => {
        if (isMoved) return false
        if (!upload) addLeft(filesIn(dataTransfer))
        return pictures.take(view, dataTransfer, view.posAtCoords({ left: clientX, top: clientY })?.pos ?? 0)
      },
    },
    onCreate: ({ editor: made }) => onLength(lengthOf(made)),
    onUpdate: ({ editor: changed }) => {
      written.current = htmlOf(changed)
      onLength(lengthOf(changed))
      onChange(written.current)
    },
    onBlur,
  })

  // Values set from outside: a restored draft, or the stale dialog's choice.
  useEffect(() => {
    if (html === written.current) return
    written.current = html
    editor.commands.setContent(html, { emitUpdate: false })
    onLength(lengthOf(editor))
  }, [editor, html, onLength])

  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } = input
  useEffect(() => {
    const now = {
      id,
      'aria-describedby': describedBy,
      'aria-invalid': invalid,
      'aria-required': required,
    }
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes: attributesOf(now, label) } })
  }, [editor, id, describedBy, invalid, required, label])

  return (
    <div
      className={cn(
        'rounded-md border border-input bg-card focus-within:outline-2 focus-within:outline-ring',
        invalid && 'border-bad',
      )}
    >
      <div className="sticky top-header z-10 rounded-t-md border-b bg-card">
        <Toolbar
          editor={editor}
          hasPictures={upload !== undefined}
          isMail={kind === 'mail'}
          onPicture={(file) => pictures.send(editor.view, file)}
        />
        {upload && (
          <PictureText
            editor={editor}
            isRequired={kind === 'mail'}
            added={pictures.added}
            onAnswered={pictures.onAnswered}
          />
        )}
      </div>
      <EditorContent editor={editor} onErrorCapture={showNoImage} />
      {left.length > 0 && (
        <div role="status" className="flex items-start gap-3 border-t bg-muted px-3 py-2 text-sm">
          <p className="flex-1">
            貼り付けた内容のうち、次のものは本文に入りません。文字は残ります。
            <br />
            <strong>{left.join('、')}</strong>
          </p>
          <Button variant="outline" onClick={() => setLeft([])}>
            閉じる
          </Button>
        </div>
      )}
      {pictures.isSending && (
        <p role="status" className="border-t px-3 py-2 text-sm text-muted-foreground">
          画像をアップロードしています...
        </p>
      )}
    </div>
  )
}

interface Tool {
  label: string
  icon: LucideIcon
  run: (editor: TiptapEditor) => void
  isOn?: (editor: TiptapEditor) => boolean
  keys?: string
}

const tools: Tool[] = [
  {
    label: '見出し（大）',
    icon: Heading2,
    keys: 'Ctrl+Alt+2',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    label: '見出し（小）',
    icon: Heading3,
    keys: 'Ctrl+Alt+3',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    label: '太字',
    icon: Bold,
    keys: 'Ctrl+B',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: '下線',
    icon: Underline,
    keys: 'Ctrl+U',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    label: '取り消し線',
    icon: Strikethrough,
    keys: 'Ctrl+Shift+S',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  {
    label: '箇条書き',
    icon: List,
    keys: 'Ctrl+Shift+8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: '番号付きリスト',
    icon: ListOrdered,
    keys: 'Ctrl+Shift+7',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  // Buttons for what Tab does in other editors: here Tab leaves the field.
  {
    label: '項目を字下げ',
    icon: IndentIncrease,
    keys: 'Ctrl+]',
    run: (editor) => editor.chain().focus().sinkListItem('listItem').run(),
  },
  {
    label: '項目の字下げを戻す',
    icon: IndentDecrease,
    keys: 'Ctrl+[',
    run: (editor) => editor.chain().focus().liftListItem('listItem').run(),
  },
  {
    label: '引用',
    icon: Quote,
    keys: 'Ctrl+Shift+B',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { label: '区切り線', icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
]
const note: Tool = {
  label: '囲み',
  icon: StickyNote,
  run: (editor) => editor.chain().focus().toggleWrap('note').run(),
  isOn: (editor) => editor.isActive('note'),
}
const history: Tool[] = [
  { label: '取り消す', icon: Undo2, keys: 'Ctrl+Z', run: (editor) => editor.chain().focus().undo().run() },
  { label: 'やり直す', icon: Redo2, keys: 'Ctrl+Shift+Z', run: (editor) => editor.chain().focus().redo().run() },
]

/** Toolbar with a single Tab stop; arrow keys move between buttons. */
interface ToolbarProps {
  editor: TiptapEditor
  hasPictures: boolean
  isMail: boolean
  onPicture: (file: File) => void
}

function Toolbar({ editor, hasPictures, isMail, onPicture }: ToolbarProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const [isOnButton, setOnButton] = useState(false)
  const [stop, setStop] = useState(0)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [
      ...tools.map((tool) => tool.isOn?.(now) ?? false),
      note.isOn?.(now) ?? false,
      now.isActive('link'),
    ],
  })

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isComposing(event)) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    const wrapped = (next + buttons.length) % buttons.length
    setStop(wrapped)
    buttons[wrapped]?.focus()
  }

  const all = [
    ...tools.map((tool, at) => ({ ...tool, pressed: tool.isOn ? (on[at] ?? false) : undefined })),
    ...(hasPictures && !isMail ? [{ ...note, pressed: on.at(-2) ?? false }] : []),
    ...(hasPictures
      ? [{ label: '画像', icon: ImagePlus, run: () => picker.current?.click(), pressed: undefined }]
      : []),
    { label: 'リンク', icon: LinkIcon, run: () => setLinking(!linking), pressed: on.at(-1) ?? false },
    ...(isMail
      ? [{ label: 'ボタン', icon: RectangleHorizontal, run: () => setOnButton(!isOnButton), pressed: isOnButton }]
      : []),
    ...history.map((tool) => ({ ...tool, pressed: undefined })),
  ]
  return (
    <>
      <div
        role="toolbar"
        aria-label="書式"
        onKeyDown={move}
        className="flex gap-0.5 p-1 max-sm:overflow-x-auto sm:flex-wrap"
      >
        {all.map((tool, at) => (
          <button
            key={tool.label}
            type="button"
            tabIndex={at === stop ? 0 : -1}
            aria-label={tool.label}
            aria-pressed={tool.pressed}
            title={'keys' in tool && tool.keys ? `${tool.label}（${tool.keys}）` : tool.label}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setStop(at)}
            onClick={() => tool.run(editor)}
            className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-muted aria-pressed:bg-accent aria-pressed:text-accent-foreground"
          >
            <tool.icon aria-hidden className="size-4" />
          </button>
        ))}
      </div>
      {hasPictures && (
        <input
          ref={picker}
          type="file"
          accept={acceptedImages}
          tabIndex={-1}
          aria-hidden
          data-testid="body-file"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onPicture(file)
            // Allows choosing the same file again.
            event.target.value = ''
          }}
          className="sr-only"
        />
      )}
      {isOnButton && <ButtonPanel editor={editor} onClose={() => setOnButton(false)} />}
      {linking && <LinkPanel editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

function LinkPanel({ editor, onClose }: { editor: TiptapEditor; onClose: () => void }) {
  const id = useId()
  const [address, setAddress] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [refused, setRefused] = useState(false)

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const set = () => {
    if (!richText.linkAddress.test(address.trim())) return setRefused(true)
    const href = address.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <div className="border-t px-3 py-2.5">
      <label htmlFor={id} className="text-xs font-medium">
        リンク先
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: it opens because one wants to type here
          autoFocus
          type="url"
          value={address}
          placeholder="https://"
          aria-invalid={refused || undefined}
          aria-describedby={refused ? `${id}-error` : undefined}
          onChange={(event) => {
            setAddress(event.target.value)
            setRefused(false)
          }}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Escape') close()
            if (event.key !== 'Enter') return
            event.preventDefault()
            set()
          }}
          className={cn(inputClass, 'w-auto min-w-24 flex-1')}
        />
        <Button onClick={set}>設定する</Button>
        <Button
          variant="outline"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          リンクを解除する
        </Button>
      </div>
      {refused && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
          https://、mailto:、tel: のいずれかから始まるリンクを入力してください。
        </p>
      )}
    </div>
  )
}
