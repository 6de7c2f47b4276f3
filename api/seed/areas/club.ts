import { eq } from 'drizzle-orm'
import { club, company, shop } from '../../db/schema/organisation.ts'
import type { AreaSeed } from '../areas.ts'
import { companies } from '../club.ts'

/** Who writes to members: the chain, and the franchise for its own shops. */
export const seed: AreaSeed = async (tx) => {
  const [chain, franchise] = companies
  await tx.update(club).set({
    name: chain,
    address: '〒160-0022 東京都新宿区新宿3-0-1 カラダビル 5F',
    contact: '0120-000-100（平日10時〜18時）',
    fromName: 'からだクラブ',
  })
  const [found] = await tx.select({ id: company.id }).from(company).where(eq(company.name, franchise))
  if (!found) return
  await tx
    .update(shop)
    .set({
      senderName: franchise,
      senderAddress: '〒330-0854 埼玉県さいたま市大宮区桜木町2-0-3',
      senderContact: '0120-000-200（平日10時〜18時）',
    })
    .where(eq(shop.companyId, found.id))
}
