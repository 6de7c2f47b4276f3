import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Member } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { joinedDayAnswers } from '#contract/words/data-health.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { type BroughtFact, genders, joinRoutes, memberStatuses } from '#contract/words/member.ts'
import { shownMissingState, shownMissingStates } from '#contract/words/missing-member.ts'
import { ShopName, StaffName } from '~/auth/record-links'
import { lazyPart } from '~/components/lazy-part'
import { Fact } from '~/components/record/facts'
import { Chip } from '~/components/ui/chip'
import { formatDate } from '~/lib/dates'
import { formatYen } from '~/lib/format'
import { Bounced } from './bounced'
import { addressOf, ageText, Contact } from './contact'
import { LockedChip } from './locked-chip'

const MailConsent = lazyPart(() => import('./mail-consent'))
const UnapprovedTrainer = lazyPart(() => import('./unapproved-trainer'), { missing: 'nothing' })

// Shared by the member's sheet and page.

export const ContactFacts = ({ member }: { member: Member }) => (
  <>
    <Fact label={memberFields.tel}>
      {member.tel && withOrigin(<Contact href={`tel:${member.tel}`} text={phoneText(member.tel)} />, 'tel', member)}
    </Fact>
    <Fact label={memberFields.email}>
      {member.email && <Contact href={`mailto:${member.email}`} text={member.email} />}
      <OfFile fact="email" member={member} />
      <MailedTo {...member} />
      <Bounced member={member} />
    </Fact>
    <Fact label={memberFields.mailConsent}>
      {member.mailOptIn ? 'あり' : 'なし'}
      <MailConsent member={member} />
    </Fact>
    {member.address1 !== undefined && (
      <Fact label={memberFields.address}>{withOrigin(addressOf(member), 'address', member)}</Fact>
    )}
  </>
)

/** Beside a value that a person chose over the club system's: the others follow it. */
const OfFile = ({ fact, member }: { fact: BroughtFact; member: Pick<Member, 'ofFile'> }) =>
  member.ofFile.includes(fact) && <span className="ml-2 text-xs text-muted-foreground">こちらの値を使用中</span>

const withOrigin = (text: ReactNode, fact: BroughtFact, member: Member) =>
  text && (
    <>
      {text}
      <OfFile fact={fact} member={member} />
    </>
  )

/** Where mail goes if not to the address above. */
function MailedTo({ email, mailAddress }: Pick<Member, 'email' | 'mailAddress'>) {
  if (mailAddress === email) return null
  return (
    <span className="mt-1 block text-xs text-muted-foreground wrap-anywhere">
      {mailAddress === null
        ? 'ダミーのアドレスのため、メールは送信しません。'
        : `メールは代表のアドレス ${mailAddress} に送信します。`}
    </span>
  )
}

export const TagsFact = ({ tags }: Pick<Member, 'tags'>) => (
  <Fact label={memberFields.tags}>
    {tags.length > 0 && (
      <span className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
      </span>
    )}
  </Fact>
)

export const ProfileFacts = ({ member }: { member: Member }) => (
  <>
    <Fact label={memberFields.birthday}>{withOrigin(ageText(member), 'birthday', member)}</Fact>
    <Fact label={memberFields.gender}>{withOrigin(genders[member.gender], 'gender', member)}</Fact>
    <Fact label={memberFields.shop}>
      <ShopName shop={member.shop} />
      <OfFile fact="shop" member={member} />
    </Fact>
    <Fact label={memberFields.trainerStaffId}>
      <StaffName staff={member.trainer} />
      {member.trainer?.isApproved === false && <UnapprovedTrainer member={member} />}
    </Fact>
    <TagsFact tags={member.tags} />
  </>
)

/** Unpaid yen of all months, as a link to those bills. */
export const UnpaidFact = ({ userId, yen }: { userId: string; yen: number }) => (
  <Fact label={memberFields.unpaidAmount}>
    {yen > 0 ? (
      <Link
        to="/hacomono/members/$userId/payments"
        params={{ userId }}
        search={{ unpaid: 'true' }}
        className="figures font-semibold text-bad underline underline-offset-4"
      >
        {formatYen(yen)}
      </Link>
    ) : (
      'なし'
    )}
  </Fact>
)

/** The state as the list of 消えた会員 has it, with its day. */
function missingText(missing: NonNullable<Member['missing']>): string {
  const { state, lastSeenOn, isByRun, rejoinedOn } = missing
  if (rejoinedOn) return `復会 ${formatDate(rejoinedOn)}`
  const shown = shownMissingStates[shownMissingState(missing)]
  return state === 'closed' ? `${shown} ${formatDate(lastSeenOn)}${isByRun ? ' 自動' : ''}` : shown
}

/** A flag derived from the contract, or set manually. */
export const StandingFacts = ({ member }: { member: Member }) => (
  <>
    {member.suspension && (
      <Fact label="休会期間">
        {formatDate(member.suspension.from)}〜{member.suspension.to && formatDate(member.suspension.to)}
      </Fact>
    )}
    <Fact label={memberFields.status}>
      {memberStatuses[member.status]}
      {member.lockedHasActivePlan && <LockedChip />}
    </Fact>
    <Fact label={memberFields.withLeanBodyContent}>
      {member.withLeanBodyContent ? '利用可' : '利用不可'}
      {member.lockedWithLeanBodyContent && <LockedChip />}
    </Fact>
    <Fact label={memberFields.joinedOn}>
      {member.joinedOn ? formatDate(member.joinedOn) : '–'}
      <OfFile fact="joinedOn" member={member} />
      {member.joinedDay && (
        <span className="block text-xs text-muted-foreground">
          受け取った入会日 {formatDate(member.joinedDay.given)}（{joinedDayAnswers[member.joinedDay.answer]}）
        </span>
      )}
    </Fact>
    <Fact label={memberFields.joinRoute}>{member.joinRoute && joinRoutes[member.joinRoute]}</Fact>
    {member.cancelledOn && <Fact label={memberFields.cancelledOn}>{formatDate(member.cancelledOn)}</Fact>}
    {member.missing && <Fact label="消えた会員">{missingText(member.missing)}</Fact>}
  </>
)
