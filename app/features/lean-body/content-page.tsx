import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LeanBody } from '#contract/lean-body.ts'
import { leanBodyFields } from '#contract/words/fields/lean-body.ts'
import { leanBodyCategories } from '#contract/words/lean-body.ts'
import { ActsLink, LastChange } from '~/auth/record-links'
import { useCan, useMe } from '~/auth/session'
import { PublicationChip } from '~/components/publication'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { listAudit } from '~/functions/audit'
import { formatCount, formatLength, formatPercent } from '~/lib/format'
import { listAsLeft } from '~/lib/lists-as-left'
import { scopeText } from '~/nouns/shop/scope-field'
import { allShops } from '~/shop/selected-shop'
import { ContentForm } from './content-form'
import { intensityText, moodsText, partsText, ratingText } from './labels'
import { contentQuery } from './queries'
import { scopeOf } from './shops-field'
import { Video } from './video'

const noun = 'コンテンツ'
const list = { to: '/lean-body/contents', label: 'コンテンツの一覧' } as const

/** One content: video, metadata, viewing statistics, and the settings that staff edit. */
export function ContentPage({ id }: { id: string }) {
  const can = useCan()
  const navigate = useNavigate()
  const toList = () => void navigate({ to: list.to, search: listAsLeft(list.to) as never })
  const mayWrite = can('leanBody.write')
  return (
    <LoadedRecord query={contentQuery(id)} list={list} title={noun} noun={noun} wide>
      {(content) => (
        <RecordPage
          list={list}
          title={mayWrite ? `${noun}の編集` : noun}
          state={<PublicationChip status={content.status} />}
          related={
            <>
              {can('activity.read') && (
                <Link
                  to="/lean-body/member-activities"
                  search={{ shop: allShops, contentId: id }}
                  className={relatedLook}
                >
                  視聴した会員
                </Link>
              )}
              <ActsLink resourceType="leanBody" resourceId={id} />
            </>
          }
          wide
        >
          <div className="grid gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_20rem]">
            <aside className="space-y-6 md:order-last">
              <Video content={content} />
              <Section title="視聴">
                <Fact label={leanBodyFields.viewCount}>{formatCount(content.viewCount)}回</Fact>
                <Fact label={leanBodyFields.completionRate}>{formatPercent(content.completionRate)}</Fact>
                <Fact label={leanBodyFields.avgRating}>
                  {ratingText(content.avgRating)}
                  {content.ratingCount > 0 && `（${formatCount(content.ratingCount)}件）`}
                </Fact>
              </Section>
              <Section title="基本情報">
                <Fact label={leanBodyFields.category}>{leanBodyCategories[content.category]}</Fact>
                <Fact label={leanBodyFields.targetParts}>{partsText(content)}</Fact>
                <Fact label={leanBodyFields.intensity}>{intensityText(content.intensity)}</Fact>
                <Fact label={leanBodyFields.durationSec}>{formatLength(content.durationSec)}</Fact>
                <Fact label={leanBodyFields.program}>{content.program}</Fact>
                <Fact label={leanBodyFields.instructorName}>{content.instructorName}</Fact>
                <Fact label={leanBodyFields.kcal}>
                  {content.kcal === null ? null : `${formatCount(content.kcal)} kcal`}
                </Fact>
                <Fact label={leanBodyFields.equipment}>{content.equipment.join('、') || 'なし'}</Fact>
                <Fact label={leanBodyFields.externalId}>{content.externalId}</Fact>
              </Section>
            </aside>
            <div>
              {mayWrite ? <ContentForm row={content} onDone={toList} /> : <ReadOnly content={content} />}
              {mayWrite && can('audit.read') && (
                <HistorySection of={{ resourceType: 'leanBody', resourceId: id }} read={listAudit} noun={noun} />
              )}
            </div>
          </div>
        </RecordPage>
      )}
    </LoadedRecord>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-sm font-semibold">{title}</h2>
    <Facts>{children}</Facts>
  </section>
)

function ReadOnly({ content }: { content: LeanBody }) {
  const shops = useMe()?.shops ?? []
  return (
    <div className="space-y-6 pb-12">
      <h2 className="text-lg font-semibold wrap-anywhere">{content.title}</h2>
      {content.description && <p className="whitespace-pre-wrap wrap-anywhere">{content.description}</p>}
      <Facts>
        <Fact label={leanBodyFields.shopIds}>{scopeText(scopeOf(content.shopIds), shops)}</Fact>
        <Fact label={leanBodyFields.recommendedMoods}>{moodsText(content)}</Fact>
        <Fact label={leanBodyFields.tags}>{content.tags.join('、')}</Fact>
        <Fact label="更新">
          <LastChange at={content.updatedAt} by={content.updatedBy} />
        </Fact>
      </Facts>
    </div>
  )
}
