import { expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { matrix, type Permission, permissions } from '#contract/permissions.ts'

/** The decided rights, copied by hand: level1, level2, level3, level4, all, admin. */
const decided = `
account.self        own       own      own       own       own own
shop.read           shops     shops    shops     shops     all all
shop.write          -         -        shops     shops     all all
plan.read           -         shops    shops     shops     all all
plan.write          -         -        -         shops     all all
reservation.read    -         shops    shops     shops     all all
member.read         -         shops    shops     shops     all all
member.write        -         -        shops     shops     all all
member.export       -         -        shops     shops     all all
report.members      aggregate shops    shops     shops     all all
report.money        -         -        shops     shops     all all
report.analysis     -         shops    shops     shops     all all
report.export       -         -        shops     shops     all all
view.share          -         -        shops     shops     all all
event.write         -         -        shops     shops     all all
cost.read           -         -        -         shops     all all
cost.write          -         -        -         shops     all all
staff.read          -         shops    shops     shops     all all
staff.write         -         -        shops     shops     all all
staff.delete        -         -        -         shops     all all
staff.password      -         -        -         shops     all all
admin.flag          -         -        -         -         -   all
rights.preview      -         -        -         -         -   all
dailyReport.read    -         shops    shops     shops     all all
dailyReport.write   -         shops    shops     -         all all
dailyReport.approve -         -        shops     shops     all all
dailyReport.reopen  -         -        -         -         all all
reportAction.read   -         shops    shops     shops     all all
reportAction.write  -         shops    shops     shops     all all
announcement.read   published shops    shops     shops     all all
announcement.write  -         -        shops     shops     all all
column.read         published all      all       all       all all
column.write        -         -        -         -         all all
club.read           -         -        -         -         all all
club.write          -         -        -         -         all all
leanBody.read       all       all      all       all       all all
leanBody.write      -         -        -         -         all all
activity.read       -         assigned shops     shops     all all
policy.read         -         -        all       all       all all
policy.write        -         -        -         -         all all
mailTemplate.read   -         shops    shops     shops     all all
mailTemplate.write  -         -        shops     shops     all all
mail.send           -         -        shops     shops     all all
mailLog.read        -         -        shops     shops     all all
mailBounce.lift     -         -        -         -         all all
mailStep.read       -         -        all       all       all all
mailStep.write      -         -        -         -         all all
log.condition       -         assigned shops     aggregate all all
log.healthcare      -         assigned aggregate aggregate all all
log.location        -         -        aggregate aggregate all all
log.bodyTemp        -         assigned aggregate -         all all
log.menstrual       -         assigned -         -         all all
log.export          -         -        -         -         all all
log.reveal          -         -        -         -         all all
log.approve         -         -        -         shops     all all
log.erase           -         -        -         -         all all
log.access          -         -        -         -         -   all
healthcareType.read all       all      all       all       all all
image.write         -         all      all       all       all all
import.run          -         -        shops     shops     all all
import.release      -         -        -         -         all all
data.export         -         -        -         -         -   all
sync.run            -         -        -         -         all all
audit.read          own       own      shops     shops     all all
audit.detail        -         -         -        shops     all all
audit.export        -         -        -         -         all all
apiDocs.read        -         -        -         -         all all
`

const decidedRows = decided
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

test.each(decidedRows)('%s is granted as decided', (permission, ...cells) => {
  const { level1, level2, level3, level4, all, admin } = matrix[permission as keyof typeof matrix]
  expect([level1, level2, level3, level4, all, admin]).toEqual(cells)
})

test('no other right exists', () => {
  expect(permissions).toEqual(decidedRows.map(([permission]) => permission))
})

test('only signing in, setting one’s password by a link, the first admin of an empty product, the texts that members agree to, and reports by a mail’s recipient or provider are public', () => {
  const open = endpoints.filter(([, endpoint]) => endpoint.permission === 'public').map(([name]) => name)
  expect(open).toEqual([
    'auth.login',
    'auth.secondFactor',
    'auth.forgotPassword',
    'auth.invitation',
    'auth.confirmLink',
    'auth.acceptInvitation',
    'auth.welcome',
    'auth.firstAdmin',
    'digest.stop',
    'policy.inForce',
    'mail.unsubscribing',
    'mail.unsubscribe',
    'mail.opened',
    'mail.followed',
    'mail.event',
    'mailConsent.confirming',
    'mailConsent.give',
    'mailConsent.decline',
  ])
})

test('whoever imports files may see the money that files of sales and bills have', () => {
  for (const [role, reach] of Object.entries(matrix['import.run'])) {
    if (reach !== '-') expect(matrix['report.money'][role as keyof (typeof matrix)['report.money']]).toBe(reach)
  }
})

/** Rights that a verb asks for besides its row's. */
const askedWithin: Partial<Record<Permission, string>> = {
  'staff.password': 'staff.changePassword',
  'dailyReport.approve': 'dailyReport.save',
  'dailyReport.reopen': 'dailyReport.save',
  'audit.detail': 'audit.list',
}

test('every right of 権限一覧 is that of an operation that exists', () => {
  const names = new Set(endpoints.map(([name]) => name))
  const used = new Set(endpoints.flatMap(([, { permission, csv }]) => [permission, csv?.permission]))
  for (const permission of permissions) {
    const within = askedWithin[permission]
    expect(within === undefined ? used.has(permission) : names.has(within), permission).toBe(true)
  }
})
