// What a test has to notice, in how two sources meet and what a run makes of it: one changed bound, word, window or order
// each. `npm run assault` makes each change in a copy of the project and runs the tests beside it: all must fail.

const run = 'api/sync/run.test.ts'
const missing = 'api/sync/missing-members.test.ts'
const notWritten = 'api/sync/not-written.test.ts'
const leftAndBack = 'api/sync/left-and-back.engines.test.ts'
const states = 'api/sync/sale-states.engines.test.ts'
const modes = 'api/sync/stub-modes.test.ts'
const sameFact = 'tests/contract/same-fact.engines.test.ts'
const owner = 'tests/contract/file-and-club-system.engines.test.ts'
const merge = 'tests/contract/club-merge.engines.test.ts'

/** @type {{ what: string, file: string, from: string, to: string, tests: string[] }[]} */
export const mutations = [
  // Windows and orders of a run.
  {
    what: 'sales of 1 day instead of 60',
    file: 'api/sync/lists.ts',
    from: 'salesDays = 60',
    to: 'salesDays = 1',
    tests: [run],
  },
  {
    what: 'sales of 1 month in the first run',
    file: 'api/sync/lists.ts',
    from: 'firstMonths = 13',
    to: 'firstMonths = 1',
    tests: [run],
  },
  { what: 'no bookings before today', file: 'api/sync/lists.ts', from: 'before: 7', to: 'before: 0', tests: [run] },
  { what: 'bookings of 9 days ahead', file: 'api/sync/lists.ts', from: 'after: 90', to: 'after: 9', tests: [run] },
  {
    what: 'old months each night',
    file: 'api/sync/lists.ts',
    from: 'since === null || since < lastSunday(today)',
    to: 'true',
    tests: [run],
  },
  {
    what: 'old months never again',
    file: 'api/sync/lists.ts',
    from: 'since === null || since < lastSunday(today)',
    to: 'since === null',
    tests: [run],
  },
  {
    what: 'one reading of a moving list',
    file: 'api/sync/run.ts',
    from: 'mostPasses = 3',
    to: 'mostPasses = 1',
    tests: [run],
  },
  {
    what: 'who cannot be read comes first',
    file: 'api/sync/run.ts',
    from: "['booked', 'others', 'putOff']",
    to: "['putOff', 'booked', 'others']",
    tests: [run],
  },
  {
    what: 'members of a week are not read again',
    file: 'api/sync/run.ts',
    from: "date '2000-01-01') % 7",
    to: "date '2000-01-01') % 70",
    tests: [run],
  },
  {
    what: 'ends within 4 days',
    file: 'api/sync/run.ts',
    from: '::date + 40)))',
    to: '::date + 4)))',
    tests: [run],
  },
  // Absence.
  {
    what: 'nobody may vanish',
    file: 'api/sync/missing-members.ts',
    from: 'members: 5,',
    to: 'members: 0,',
    tests: [missing],
  },
  {
    what: 'half a shop may vanish',
    file: 'api/sync/missing-members.ts',
    from: 'share: 0.005',
    to: 'share: 0.5',
    tests: [missing],
  },
  {
    what: 'absence of one day only',
    file: 'api/sync/missing-members.ts',
    from: 'days: 7',
    to: 'days: 0',
    tests: [missing],
  },
  {
    what: 'a club system that knows nobody is believed',
    file: 'api/sync/missing-members.ts',
    from: 'if (!isBelieved) throw',
    to: 'if (false) throw',
    tests: [missing],
  },
  {
    what: 'skipped rows are not missed',
    file: 'api/sync/missing.ts',
    from: "sql`(p.outcome <> 'skipped' or ",
    to: "sql`(p.outcome <> 'skipped' and ",
    tests: [notWritten],
  },
  {
    what: 'a term is a leave',
    file: 'api/sync/known-end.ts',
    from: 'mostDaysAhead = 62',
    to: 'mostDaysAhead = 400',
    tests: [leftAndBack],
  },
  {
    what: 'a filed leave is a term',
    file: 'api/sync/known-end.ts',
    from: 'mostDaysAhead = 62',
    to: 'mostDaysAhead = 0',
    tests: [leftAndBack, missing],
  },
  {
    what: 'who comes back later was never away',
    file: 'api/sync/come-back.ts',
    from: 'startOn <= day && (endOn == null',
    to: '(endOn == null',
    tests: [leftAndBack],
  },
  // States and unread rows.
  {
    what: '取消 counts',
    file: 'api/import/facts/sale-states.ts',
    from: "'キャンセル済み',\n    ],\n    counts: false",
    to: "'キャンセル済み',\n    ],\n    counts: true",
    tests: [states],
  },
  {
    what: '返金済 is not paid back',
    file: 'api/import/facts/sale-states.ts',
    from: '{ counts: true, isPaidBack: true }',
    to: '{ counts: true }',
    tests: [states],
  },
  {
    what: '未収 counts',
    file: 'api/import/facts/sale-states.ts',
    from: "'未入金'], counts: false",
    to: "'未入金'], counts: true",
    tests: ['tests/contract/import-facts.test.ts'],
  },
  {
    what: 'unread sales of studios that are left out are missed',
    file: 'api/db/sql/165-club-sync.sql',
    from: "c.choice is distinct from 'leftOut'",
    to: "c.choice is distinct from 'nothing'",
    tests: [run],
  },
  {
    what: 'every second row may fail without a word',
    file: 'api/sync/run.ts',
    from: 'mostFailed = 100',
    to: 'mostFailed = 2',
    tests: [run],
  },
  {
    what: 'a list with rows that were not requested says who is missing',
    file: 'api/sync/run.ts',
    from: 'if (got.outside) isUnbroken = false',
    to: 'if (got.outside) isUnbroken = true',
    tests: [modes],
  },
  // The same fact, and its owner.
  {
    what: 'a cut moment is another one',
    file: 'api/import/facts/same-fact.ts',
    from: 'units.slice(0, units.indexOf(grain) + 1)',
    to: 'units.slice(0, units.indexOf(grain))',
    tests: [sameFact],
  },
  {
    what: 'sales are told by any category',
    file: 'api/import/facts/same-fact.ts',
    from: ".includes('other'))",
    to: '.length > 0)',
    tests: [sameFact],
  },
  {
    what: 'a sale is met twice',
    file: 'api/import/facts/same-fact.ts',
    from: 'those.splice(at, 1)',
    to: 'those.splice(at, 0)',
    tests: [sameFact],
  },
  {
    what: 'a number alone is enough',
    file: 'api/sync/write/members.ts',
    from: 'member && !mayBe(row, member)',
    to: 'member && false',
    tests: [sameFact],
  },
  {
    what: "another member's row is taken over",
    file: 'api/sync/write/upsert.ts',
    from: 'member_id !== stored.member_id',
    to: 'false',
    tests: [sameFact],
  },
  {
    what: 'a chosen value is overwritten',
    file: 'api/sync/write/upsert.ts',
    from: 'name in chosen ? [] : [name]',
    to: '[name]',
    tests: [owner],
  },
  {
    what: 'a row of a file stays the file’s',
    file: 'api/sync/write/upsert.ts',
    from: '{ from_file: false,',
    to: '{ from_file: stored.from_file ?? false,',
    tests: [owner],
  },
  // Imported data and the club system before they count.
  {
    what: 'nobody is asked before the first run',
    file: 'api/sync/merge/hold.ts',
    from: 'return here?.any === true',
    to: 'return false',
    tests: [merge],
  },
  {
    what: 'sales are written while answers wait',
    file: 'api/sync/merge/hold.ts',
    from: "facts = ['contracts', 'memberTickets', 'bookings', 'purchases']",
    to: "facts = ['contracts', 'memberTickets', 'bookings']",
    tests: [merge],
  },
  {
    what: 'members are written before they are answered',
    file: 'api/sync/merge/hold.ts',
    from: '  people: counting',
    to: '  people: facts',
    tests: [merge],
  },
  {
    what: 'nobody is alike',
    file: 'api/sync/merge/people.ts',
    from: 'birthday == null || birthday !== one.birthday',
    to: 'true',
    tests: [merge],
  },
  {
    what: 'sales of the next day are others',
    file: 'api/sync/merge/compare.ts',
    from: '<= 3',
    to: '<= 0',
    tests: [merge],
  },
  {
    what: 'new members are asked for contracts again',
    file: 'api/sync/remap.ts',
    from: 'and p.reason is distinct from $',
    to: "and p.reason is distinct from 'x' || $",
    tests: [merge],
  },
  {
    what: 'what was added stays when all is taken back',
    file: 'api/sync/merge/take-back.ts',
    from: 'highest[table] ?? 0',
    to: '1_000_000_000',
    tests: [merge],
  },
  {
    what: 'days stay known when all is taken back',
    file: 'api/sync/merge/take-back.ts',
    from: '  await restoreDays(tx, dataState, dataPeriods)\n  for',
    to: '  for',
    tests: [merge],
  },
  {
    what: 'facts are taken back after their members',
    file: 'api/resources/club-system/merge.ts',
    from: "...chosen.filter(({ kind }) => kind !== 'member'), ",
    to: '',
    tests: [merge],
  },
]
