import { ApiError } from '#contract/errors.ts'

export interface Publication {
  status: 'pending' | 'active' | 'disabled'
  publishFrom: Date | null
  publishTo: Date | null
}

/** What holds at `now`: `active` before publishFrom is `pending`, from publishTo on `disabled`. No job flips anything. */
export function statusAt({ status, publishFrom, publishTo }: Publication, now: Date): Publication['status'] {
  if (status !== 'active') return status
  if (publishTo && publishTo <= now) return 'disabled'
  return publishFrom && publishFrom > now ? 'pending' : 'active'
}

const refuse = (field: keyof Publication, message: string) => {
  throw new ApiError('invalid', { fields: { [field]: message } })
}

/** 422 where `after` is a state that `before` (null: it is new) may not become; `given` is what the person sent. */
export function requireTransition(
  before: Publication | null,
  after: Publication,
  given: Partial<Record<keyof Publication, unknown>>,
  now: Date,
) {
  const { publishFrom, publishTo } = after
  if (publishFrom && publishTo && publishTo <= publishFrom) {
    refuse('publishTo', '公開終了には公開開始より後の日時を指定してください。')
  }
  // What has run out by itself may still have its title corrected.
  const touched = given.status !== undefined || given.publishTo !== undefined
  if (touched && after.status === 'active' && publishTo && publishTo <= now) {
    refuse('publishTo', '公開終了には現在より後の日時を指定してください。')
  }
  if (before && statusAt(before, now) !== 'pending' && statusAt(after, now) === 'pending') {
    refuse(
      after.status === 'pending' ? 'status' : 'publishFrom',
      '公開したお知らせは保留中に戻せません。非公開にしてください。',
    )
  }
}
