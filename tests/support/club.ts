import { eq } from 'drizzle-orm'
import type { Db } from '../../api/db/client.ts'
import { club } from '../../api/db/schema/organisation.ts'

/** Who writes mails in tests; without it no advertising can be sent. */
export const clubSender = {
  name: '株式会社からだ',
  address: '東京都新宿区新宿1-1-1',
  contact: '03-0000-0000',
  fromName: 'からだクラブ',
}

export const fillInClub = (db: Db) => db.update(club).set(clubSender).where(eq(club.name, ''))
