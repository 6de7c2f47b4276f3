import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { LeanBody } from '#contract/lean-body.ts'
import { Button } from '~/components/ui/button'
import { publicConfig } from '~/lib/config'
import { Thumbnail } from './thumbnail'

/** Whether the video can be embedded: https, and from the host that frames may show. */
function isPlayable(url: string, host: string | null): boolean {
  if (host === null || !URL.canParse(url)) return false
  const { protocol, host: own } = new URL(url)
  return protocol === 'https:' && own === host
}

/** The video in a frame, loaded on click; a link if it cannot be embedded. */
export function Video({ content }: { content: LeanBody }) {
  const [isOpen, setOpen] = useState(false)
  const { videoUrl, title } = content
  const playable = isPlayable(videoUrl, publicConfig().videoHost)
  return (
    <section aria-label="動画" className="print:hidden">
      {isOpen && playable ? (
        <iframe
          src={videoUrl}
          title={`${title}の動画`}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="no-referrer"
          className="aspect-video w-full rounded-lg border bg-black"
        />
      ) : (
        <Thumbnail content={content} className="w-full rounded-lg border text-2xl" />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {playable ? (
          !isOpen && (
            <Button variant="outline" onClick={() => setOpen(true)}>
              動画を再生する
            </Button>
          )
        ) : (
          <p className="text-muted-foreground">動画の配信元が設定されていないため、この画面では再生できません。</p>
        )}
        <a
          href={videoUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 items-center gap-1 font-medium text-primary underline underline-offset-4"
        >
          別のタブで開く
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
    </section>
  )
}
