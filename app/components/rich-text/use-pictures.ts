import type { EditorView } from '@tiptap/pm/view'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '~/lib/failure'
import { ImageError, prepareImage } from '~/lib/image'
import { notify } from '~/lib/notices'
import { hasWords } from './left-out'
import type { UploadPicture } from './rich-text-field'

/** Handles pasted, dropped or chosen pictures: resizes, uploads and inserts them. */
export function usePictures(upload: UploadPicture | undefined, onHold: (reason: string | undefined) => void) {
  const [sending, setSending] = useState(0)
  const [added, setAdded] = useState<string>()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const { current } = leaving
    return () => current.abort()
  }, [])

  const put = async (view: EditorView, file: File, at: number) => {
    if (!upload) return
    setSending((count) => count + 1)
    onHold('画像のアップロードが終わるまでお待ちください。')
    try {
      const picture = await prepareImage(file)
      if (!picture) return
      const { imgUrl } = await upload(picture, { signal: leaving.current.signal })
      const node = view.state.schema.nodes.image?.create({ src: imgUrl, alt: '' })
      if (node) view.dispatch(view.state.tr.insert(Math.min(at, view.state.doc.content.size), node))
      setAdded(imgUrl)
    } catch (error) {
      if (leaving.current.signal.aborted) return
      notify.error(error instanceof ImageError ? error.message : failureMessage(error).text)
    } finally {
      setSending((count) => count - 1)
      onHold(undefined)
    }
  }

  return {
    isSending: sending > 0,
    /** The one added last, until the writer was prompted for its alternative text. */
    added,
    onAnswered: () => setAdded(undefined),
    send: (view: EditorView, file: File) => void put(view, file, view.state.selection.to),
    /** True if there were files, which the editor then must not handle. */
    take: (view: EditorView, data: DataTransfer | null, at: number) => {
      // Also what is no picture: it is refused with a sentence.
      const files = [...(data?.files ?? [])]
      if (!upload || files.length === 0 || hasWords(data?.getData('text/html') ?? '')) return false
      for (const file of files) void put(view, file, at)
      return true
    },
  }
}
