/** What goes wrong at the provider, each switched on by its name and for so many requests. */
export const faultNames = {
  http500: 'answers 500',
  http429: 'answers 429 with retry-after 2',
  http429Long: 'answers 429 with retry-after 40',
  http429Dated: 'answers 429 with retry-after as a time, 3 seconds later by its own clock',
  timeout: 'never answers',
  halfPage: 'closes the connection in the middle of an answer',
  htmlWith200: 'answers a page of its screens with status 200',
  screenWith404: 'answers a page of its screens with status 404',
  otherRefusal: 'answers 404 in JSON that is not its own',
  redirect: 'sends to another address',
  totalChanges: 'a row is added after the first page',
  idMoves: 'the first row moves behind the last one after the first page',
  rowReplaced: 'the first row goes and another one comes after the first page',
  clientUnknown: 'does not know the client id and secret',
  tokenAnswerLost: 'rotates the refresh token and loses the answer',
  clockAhead7min: 'its clock is 7 minutes ahead',
} as const
export type FaultName = keyof typeof faultNames

export function createFaults() {
  const left = new Map<FaultName, number>()
  return {
    /** `times`: how many requests meet it; Infinity until it is switched off, 0 switches it off. */
    on: (name: FaultName, times = Number.POSITIVE_INFINITY) =>
      void (times > 0 ? left.set(name, times) : left.delete(name)),
    off: (name: FaultName) => void left.delete(name),
    isOn: (name: FaultName) => left.has(name),
    /** Whether this request meets the fault, which then has one time less. */
    meets(name: FaultName): boolean {
      const times = left.get(name) ?? 0
      if (times <= 1) left.delete(name)
      else left.set(name, times - 1)
      return times > 0
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
