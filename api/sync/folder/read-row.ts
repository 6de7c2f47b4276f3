import type { SaleLine } from '../../import/facts/rows.ts'
import {
  type ProviderBooking,
  type ProviderContract,
  type ProviderMember,
  type ProviderPurchase,
  type ProviderRows,
  type ReadRow,
  UnreadableRow,
} from '../provider-rows.ts'
import type { FactOfFile, Kept, MemberOfFile } from './rows.ts'

/** A value that the file lacks is absent and stays as it is here; so does an empty cell. */
export const readRow: ReadRow = (resource, raw) => {
  const kept = raw as Kept<MemberOfFile & FactOfFile>
  if ('fault' in kept) throw new UnreadableRow(kept.fault, kept.known)
  const read = readers[resource as keyof typeof readers]
  return read(kept.draft) as ProviderRows[typeof resource]
}

function memberOf({ shopId, filedOn, ...draft }: MemberOfFile): ProviderMember {
  const { externalId, memberNo, lastName, joinedOn, ...rest } = draft
  if (memberNo === undefined) throw new UnreadableRow('会員番号: 空欄です。')
  if (shopId === undefined) throw new UnreadableRow('所属店舗: 空欄です。')
  return {
    ...{ id: String(externalId), memberNo, lastName: lastName as string, studioId: shopId },
    ...{ ...rest, joinedOn, cancelRequestedOn: filedOn },
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function contractOf({ memberId, shopId, values }: FactOfFile): ProviderContract {
  const [plan, startOn] = [text(values.plan), text(values.startOn)]
  if (memberId === undefined) throw new UnreadableRow('メンバーID: 空欄です。')
  if (shopId === undefined) throw new UnreadableRow('所属店舗: 空欄です。')
  if (plan === undefined || startOn === undefined) throw new UnreadableRow('プランか開始日が空欄です。')
  const contractedOn = text(values.contractedOn)
  const [endOn, filedOn] = [text(values.endOn), text(values.cancelRequestedOn)]
  // The file has one 退会手続き日 for a member: it is not of a contract that was over before, or made since.
  const isOfThis = filedOn !== undefined && (contractedOn ?? startOn) <= filedOn && (endOn ?? filedOn) >= filedOn
  return {
    ...{ id: '', isNumbered: false, memberId: String(memberId), studioId: shopId },
    plan: {
      id: '',
      code: text(values.planCode) ?? '',
      name: plan,
      monthlyFee: values.monthlyFee as number | undefined,
    },
    ...{ contractedOn, startOn, endOn, cancelRequestedOn: isOfThis ? filedOn : undefined },
    paymentMethod: text(values.paymentMethod),
  }
}

function bookingOf({ memberId, memberNo, shopId, values }: FactOfFile): ProviderBooking {
  if (memberId === undefined && memberNo !== undefined) throw new UnreadableRow('メンバーID: 空欄です。')
  const at = (time: unknown) => (time === undefined ? undefined : `${values.startDay}T${time}+09:00`)
  return {
    ...{ id: String(values.externalId), studioId: shopId, isCoarse: true },
    memberId: memberId === undefined ? undefined : String(memberId),
    ...{ programName: text(values.program), status: values.status as string, bookedAt: text(values.bookedAt) },
    ...{ startAt: at(values.startTime) as string, endAt: at(values.endTime) },
  }
}

function purchaseOf({ memberId, shopId, values, lines = [] }: FactOfFile): ProviderPurchase {
  if (shopId === undefined) throw new UnreadableRow('購入店舗: 空欄です。')
  return {
    ...{ id: String(values.externalId), studioId: shopId, isCoarse: true },
    memberId: memberId === undefined ? undefined : String(memberId),
    ...{ settledAt: text(values.settledAt), targetMonth: text(values.targetMonth) },
    ...{ method: text(values.method), status: text(values.status) },
    lines: lines.map(({ product, ...line }: Partial<SaleLine>) => ({
      ...{ ...line, name: product as string, net: line.net as number },
    })),
  }
}

const readers = { members: memberOf, contracts: contractOf, bookings: bookingOf, purchases: purchaseOf }
