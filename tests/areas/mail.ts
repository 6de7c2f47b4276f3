import { sql } from 'drizzle-orm'
import { mailEventKey } from '../support/accounts.ts'
import { type Area, readOf, shopIdOf, unknownId, type World } from './area.ts'

/** A mail text with every field. */
export const mailContent = (category = 'marketing') => ({
  category,
  subject: '{{会員氏名}}様へ 秋のご案内',
  body: '<p>{{店舗名}}より、秋のご案内です。</p>',
  fromName: 'からだクラブ 新宿店',
  replyTo: 'shinjuku@example.jp',
  footer: 'スタッフ一同',
})

/** A member of the shop with consent to mails; for nobody, an id that does not exist. */
async function memberOf(world: World, variant: string): Promise<string> {
  const shopId = shopIdOf(world, variant)
  if (shopId === undefined || shopId === unknownId) return unknownId
  const email = `kaiin${world.next()}@example.jp`
  return (await world.api.makeMember(shopId, { email, mailOptIn: true })).userId
}

/** A member whose address bounced. */
async function bouncedMember(world: World, variant: string): Promise<string> {
  const userId = await memberOf(world, variant)
  if (userId !== unknownId) {
    await world.api.db.execute(sql`insert into mail_bounce (email, shop_id, at, detail)
      select email, shop_id, now(), '550 5.1.1 User unknown' from member where user_id = ${Number(userId)}`)
  }
  return userId
}

const toMember = async (world: World, variant: string) => ({
  by: 'members',
  userIds: [await memberOf(world, variant)],
})

export const mailDraft = async (world: World, variant: string) => ({
  ...mailContent(),
  templateId: null,
  to: await toMember(world, variant),
  sleepingReason: null,
  sendAt: null,
})

/** The token in the links of a tracked mail. */
async function trackedToken(world: World): Promise<string> {
  const body = '<p><a href="https://club.example.jp/">ご案内</a></p>'
  const draft = { ...(await mailDraft(world, 'own')), body, isTracked: true }
  const { json } = await world.api.post('/api/admin/mail/new', { token: await world.tokenOf('admin'), body: draft })
  return world.api.letterToken(json.id)
}

const toShop = (world: World, variant: string) => ({
  category: 'marketing',
  to: { by: 'filter', filter: { shopId: shopIdOf(world, variant) } },
})

const walk = `
call                  anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
mail.send own         401       401     401       401     401       401    403    403    200    200    200 200
mail.send other       401       401     401       401     401       401    403    403    404    404    200 200
mail.send unknown     401       401     401       401     401       401    403    403    404    404    404 404
mail.preview own      401       401     401       401     401       401    403    403    200    200    200 200
mail.preview other    401       401     401       401     401       401    403    403    404    404    200 200
mail.preview unknown  401       401     401       401     401       401    403    403    404    404    404 404
mail.preview who-owe  401       401     401       401     401       401    403    403    200    200    200 200
mail.test own         401       401     401       401     401       401    403    403    200    200    200 200
mail.test other       401       401     401       401     401       401    403    403    404    404    200 200
mail.test unknown     401       401     401       401     401       401    403    403    404    404    404 404
mail.sender every     401       401     401       401     401       401    403    200    200    200    200 200
mail.sender own       401       401     401       401     401       401    403    200    200    200    200 200
mail.sender other     401       401     401       401     401       401    403    404    404    404    200 200
mail.sender unknown   401       401     401       401     401       401    403    404    404    404    404 404
mail.unsubscribing any 200      200     200       200     200       200    200    200    200    200    200 200
mail.lift own         401       401     401       401     401       401    403    403    403    403    200 200
mail.lift other       401       401     401       401     401       401    403    403    403    403    200 200
mail.lift unknown     401       401     401       401     401       401    403    403    403    403    404 404
mail.unsubscribe any  200       200     200       200     200       200    200    200    200    200    200 200
mail.opened any       200       200     200       200     200       200    200    200    200    200    200 200
mail.followed unknown 404       404     404       404     404       404    404    404    404    404    404 404
mail.followed tracked 200       200     200       200     200       200    200    200    200    200    200 200
mail.event provider   200       200     200       200     200       200    200    200    200    200    200 200
mail.event somebody   401       401     401       401     401       401    401    401    401    401    401 401
`

export const area: Area = {
  walk,
  calls: {
    'mail.send': async (world, variant) => ({
      method: 'POST',
      path: '/api/admin/mail/new',
      body: await mailDraft(world, variant),
    }),
    'mail.preview': (world, variant) => ({
      method: 'POST',
      path: '/api/admin/mail/preview',
      body:
        variant === 'who-owe'
          ? { category: 'transactional', to: { by: 'filter', filter: { unpaid: 'true' } } }
          : toShop(world, variant),
    }),
    'mail.test': async (world, variant) => ({
      method: 'POST',
      path: '/api/admin/mail/test',
      body: { ...mailContent(), userId: await memberOf(world, variant) },
    }),
    'mail.sender': (world, variant) => readOf(world, variant, '/api/admin/mail/sender'),
    'mail.unsubscribing': () => ({
      method: 'GET',
      path: '/api/admin/mail/unsubscribe?token=AbCdEfGhIjKlMnOpQrStUv',
    }),
    'mail.lift': async (world, variant) => ({
      method: 'PUT',
      path: `/api/admin/mail/bounce/${await bouncedMember(world, variant)}/lift`,
      body: { reason: '本人に確認しました。' },
    }),
    'mail.unsubscribe': () => ({
      method: 'POST',
      path: '/api/admin/mail/unsubscribe',
      body: { token: 'AbCdEfGhIjKlMnOpQrStUv' },
    }),
    'mail.opened': () => ({
      method: 'POST',
      path: '/api/admin/mail/opened',
      body: { token: 'AbCdEfGhIjKlMnOpQrStUv' },
    }),
    'mail.followed': async (world, variant) => ({
      method: 'POST',
      path: '/api/admin/mail/followed',
      body: { token: variant === 'tracked' ? await trackedToken(world) : 'AbCdEfGhIjKlMnOpQrStUv', link: 0 },
    }),
    'mail.event': (_, variant) => ({
      method: 'POST',
      path: '/api/admin/mail/event',
      body: {
        key: variant === 'provider' ? mailEventKey : 'somebody',
        events: [{ type: 'bounce', email: 'nobody@example.jp', messageId: '<1.x@example.jp>', detail: '550 5.1.1' }],
      },
    }),
  },
  drafts: {
    'mail.send': (world) => mailDraft(world, 'own'),
    'mail.preview': (world) => ({ ...toShop(world, 'own'), includesSleeping: false, show: 'noConsent' }),
    'mail.test': () => mailContent(),
    'mail.lift': () => ({ reason: '本人に確認しました。' }),
    'mail.unsubscribe': () => ({ token: 'AbCdEfGhIjKlMnOpQrStUv' }),
    'mail.opened': () => ({ token: 'AbCdEfGhIjKlMnOpQrStUv' }),
    'mail.followed': async (world) => ({ token: await trackedToken(world), link: 0 }),
    'mail.event': () => ({
      key: mailEventKey,
      events: [{ type: 'complaint', email: 'nobody@example.jp', messageId: '<1.x@example.jp>', detail: 'spam' }],
    }),
  },
}
