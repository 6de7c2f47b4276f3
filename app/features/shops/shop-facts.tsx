import { Link } from '@tanstack/react-router'
import { ExternalLink, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText } from '#contract/phone.ts'
import type { Shop } from '#contract/shop.ts'
import { enabledFlags, ownerTypes } from '#contract/words/common.ts'
import { shopFields } from '#contract/words/fields/shop.ts'
import { LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Picture } from '~/components/picture'
import { PlacePhoto } from '~/components/place-photo'
import { Fact, Facts } from '~/components/record/facts'
import { buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { dayOfWeek, formatDate, todayInTokyo, weekdayName } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { zipText } from '~/lib/zip'
import { Synced } from '~/nouns/club-system/synced'
import { hoursText, week } from './hours'
import { useShop } from './shop-page'

/** Facts of a shop, from the club system and from staff. */
export function ShopFacts() {
  const shop = useShop()
  const can = useCan()
  const mayWrite = can('shop.write')
  const isOurs = shop.externalId === null && can('club.write')
  return (
    <div className="grid items-start gap-4 pb-12 md:grid-cols-2">
      <div className="grid gap-4">
        <Card>
          <Picture
            url={shop.imgUrl}
            alt={`${shop.name}の画像`}
            className="aspect-video w-full rounded-t-lg object-cover"
          />
          <CardHeader>
            <CardTitle>予約と目標</CardTitle>
            {mayWrite && (
              <Link
                to="/hacomono/shops/$shopId/edit"
                params={{ shopId: shop.id }}
                className={cn(buttonVariants({ variant: 'outline' }), 'print:hidden')}
              >
                <Pencil aria-hidden />
                編集する
              </Link>
            )}
          </CardHeader>
          <CardContent>
            <Kept shop={shop} />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>店舗情報</CardTitle>
            {isOurs && (
              <Link
                to="/hacomono/shops/$shopId/edit"
                params={{ shopId: shop.id }}
                hash="facts"
                className={cn(buttonVariants({ variant: 'outline' }), 'print:hidden')}
              >
                <Pencil aria-hidden />
                編集する
              </Link>
            )}
          </CardHeader>
          <CardContent>
            <Facts>
              <Fact label={shopFields.code}>{shop.code}</Fact>
              <Fact label={shopFields.ownerType}>{ownerTypes[shop.ownerType]}</Fact>
              <Fact label={shopFields.companyName}>{shop.companyName}</Fact>
              {shop.memberCount !== undefined && (
                <Fact label={shopFields.memberCount}>{formatCount(shop.memberCount)}名</Fact>
              )}
              <Fact label={shopFields.capacity}>{shop.capacity !== null && `${formatCount(shop.capacity)}名`}</Fact>
              <Fact label={shopFields.floorArea}>{shop.floorArea !== null && `${shop.floorArea}坪`}</Fact>
              <Fact label={shopFields.openedOn}>{formatDate(shop.openedOn)}</Fact>
              {shop.closedOn && <Fact label={shopFields.closedOn}>{formatDate(shop.closedOn)}</Fact>}
            </Facts>
          </CardContent>
        </Card>
      </div>
      <div className="grid gap-4">
        <Hours shop={shop} />
        <Place shop={shop} />
        {shop.externalId !== null && <Synced at={shop.lastSyncedAt} />}
      </div>
    </div>
  )
}

const targetLabels = [
  ['admission', '入会の目標', (value: number) => `${formatCount(value)}名`],
  ['withdrawalMax', '退会の上限', (value: number) => `${formatCount(value)}名`],
  ['sales', '売上の目標', formatYen],
  ['closingMembers', '期末在籍の目標', (value: number) => `${formatCount(value)}名`],
] as const

/** Fields that staff maintain; targets if the response has them. */
function Kept({ shop: { enabledOnlineRsv, rsvUrl, monthlyTargets, updatedAt, updatedBy } }: { shop: Shop }) {
  return (
    <>
      <Facts>
        <Fact label={shopFields.enabledOnlineRsv}>{enabledFlags[enabledOnlineRsv]}</Fact>
        <Fact label={shopFields.rsvUrl}>{rsvUrl && <Outside href={rsvUrl}>{rsvUrl}</Outside>}</Fact>
        {monthlyTargets !== undefined &&
          targetLabels.map(([key, label, text]) => (
            <Fact key={key} label={label}>
              {monthlyTargets && text(monthlyTargets[key])}
            </Fact>
          ))}
      </Facts>
      {updatedAt && (
        <p className="figures mt-4 border-t pt-3 text-xs text-muted-foreground">
          更新 <LastChange at={updatedAt} by={updatedBy} />
        </p>
      )}
    </>
  )
}

/** Maximum number of upcoming holidays to list. */
const mostHolidays = 12

function Hours({ shop: { businessHours, is24h, holidays } }: { shop: Shop }) {
  const today = todayInTokyo()
  const dowToday = dayOfWeek(today)
  const toCome = holidays.filter((day) => day >= today)
  return (
    <Card>
      <CardHeader>
        <CardTitle>営業時間</CardTitle>
      </CardHeader>
      <CardContent>
        {is24h ? (
          <p className="text-sm font-medium">24時間営業</p>
        ) : businessHours.length === 0 ? (
          <p className="text-sm text-muted-foreground">営業時間は登録されていません。</p>
        ) : (
          <dl className="text-sm">
            {week.map((dow) => (
              <div
                key={dow}
                className={cn(
                  'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 rounded-sm px-2 py-1',
                  dow === dowToday && 'bg-accent font-medium text-accent-foreground',
                )}
              >
                <dt className={cn(dow === 0 && 'text-holiday', dow === 6 && 'text-saturday')}>
                  {weekdayName(dow)}
                  {dow === dowToday && <span className="sr-only">（今日）</span>}
                </dt>
                <dd className="figures">{hoursText(businessHours, dow) ?? '–'}</dd>
              </div>
            ))}
          </dl>
        )}
        <h3 className="mt-4 text-sm font-medium">これからの休館日</h3>
        <p className="figures mt-1 text-sm text-muted-foreground">
          {toCome.length === 0
            ? 'ありません。'
            : toCome
                .slice(0, mostHolidays)
                .map((day) => formatDate(day))
                .join('、')}
          {toCome.length > mostHolidays && ` ほか${toCome.length - mostHolidays}日`}
        </p>
      </CardContent>
    </Card>
  )
}

const mapUrl = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

function Place({ shop }: { shop: Shop }) {
  const address = shop.prefecture + shop.address1
  return (
    <Card>
      <CardHeader>
        <CardTitle>所在地と連絡先</CardTitle>
      </CardHeader>
      <CardContent>
        <Facts>
          <Fact label={shopFields.address}>
            {zipText(shop.zipCode)}
            <br />
            {address}
            {shop.address2 && ` ${shop.address2}`}
            <br />
            <Outside href={mapUrl(`${address} ${shop.name}`)}>地図で見る</Outside>
          </Fact>
          <Fact label={shopFields.tel}>
            <a href={`tel:${shop.tel}`} className="text-primary underline underline-offset-4">
              {phoneText(shop.tel)}
            </a>
          </Fact>
          <Fact label={shopFields.email}>
            {shop.email && (
              <a href={`mailto:${shop.email}`} className="text-primary underline underline-offset-4">
                {shop.email}
              </a>
            )}
          </Fact>
        </Facts>
        <PlacePhoto
          reference={shop.photoReference}
          alt={`${shop.name}の場所の写真`}
          className="mt-4 size-50 rounded-md object-cover"
        />
      </CardContent>
    </Card>
  )
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex max-w-full items-center gap-1 font-medium text-primary underline underline-offset-4"
  >
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <ExternalLink aria-hidden className="size-3.5 shrink-0" />
  </a>
)
