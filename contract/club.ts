import { z } from 'zod'
import { authored, changesOf, zId, zText, zVersion } from './common.ts'
import { type Endpoints, get, put } from './endpoint.ts'

/** One line. */
const zLine = (max: number) =>
  zText(max)
    .refine((text) => !/[\r\n]/.test(text), { error: 'この項目に改行は使用できません。' })
    .pipe(z.string().trim().min(1))

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
} satisfies Endpoints
