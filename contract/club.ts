import { z } from 'zod'
import { authored, changesOf, zId, zLine, zVersion, zWord } from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'
import { firstSteps } from './words/first-steps.ts'

/** Who writes mails to members (特定電子メール法). */
export const ClubDraft = z.strictObject({
  /** The company or person responsible. */
  name: zLine(60),
  address: zLine(120),
  /** Where members complain and ask: a telephone number, an address or a URL. */
  contact: zLine(120),
  /** The name in a mail's From. */
  fromName: zLine(40),
})
export type ClubDraft = z.input<typeof ClubDraft>

/** What differs for one shop, such as a franchise; null: as for the chain. */
export const ShopSenderDraft = z.strictObject({
  name: ClubDraft.shape.name.nullable(),
  address: ClubDraft.shape.address.nullable(),
  contact: ClubDraft.shape.contact.nullable(),
  fromName: ClubDraft.shape.fromName.nullable(),
})
export type ShopSenderDraft = z.input<typeof ShopSenderDraft>

export const ShopSender = z.strictObject({
  id: zId,
  shopName: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  contact: z.string().nullable(),
  fromName: z.string().nullable(),
  /** Of the shop. */
  version: zVersion,
})
export type ShopSender = z.output<typeof ShopSender>

export const Club = z.strictObject({
  /** Empty until somebody fills them in. */
  name: z.string(),
  address: z.string(),
  contact: z.string(),
  fromName: z.string(),
  /** Every shop, in the chain's order. */
  shops: z.array(ShopSender),
  updatedBy: authored.updatedBy,
  updatedAt: authored.updatedAt.nullable(),
  version: zVersion,
})
export type Club = z.output<typeof Club>

/** はじめての設定. What is done is read from the data; only what is left for later is stored. */
export const FirstSteps = z.strictObject({
  steps: z.array(z.strictObject({ step: zWord(firstSteps), isDone: z.boolean(), isSkipped: z.boolean() })),
})
export type FirstSteps = z.output<typeof FirstSteps>

export const club = {
  get: get('/club', 'club.read', '会社情報', {}, Club),
  update: put(
    '/club',
    'club.write',
    '会社情報を更新する',
    ClubDraft.partial().extend({ version: zVersion.optional() }),
    Club,
  ),
  updateShop: put(
    '/club/shop/:id',
    'club.write',
    '店舗ごとの会社情報を更新する',
    changesOf(ShopSenderDraft),
    ShopSender,
  ),
  firstSteps: get('/club/first-steps', 'club.write', 'はじめての設定の進み具合', {}, FirstSteps),
  skipSteps: put(
    '/club/first-steps',
    'club.write',
    'はじめての設定のうち、あとで行うものを選ぶ',
    { skipped: z.array(zWord(firstSteps)).max(10) },
    FirstSteps,
  ),
} satisfies Endpoints
