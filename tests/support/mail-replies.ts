/** What a reply means for the member's address, the letter, or everything that is sent. */
type Meaning = 'mailbox' | 'letter' | 'later' | 'limit'

const to = {
  /** Replies to MAIL FROM, RCPT TO and the letter. */
  sender: (meaning: Meaning, ...reply: string[]) => ({ to: 'MAIL' as const, meaning, reply: reply.join('\n') }),
  recipient: (meaning: Meaning, ...reply: string[]) => ({ to: 'RCPT' as const, meaning, reply: reply.join('\n') }),
  letter: (meaning: Meaning, ...reply: string[]) => ({ to: 'DATA' as const, meaning, reply: reply.join('\n') }),
}

/** Replies of mail servers as they are documented by their makers or reported by their users. */
export const mailReplies = [
  // Gmail and Google Workspace
  to.recipient(
    'mailbox',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try',
    "550-5.1.1 double-checking the recipient's email address for typos or",
    '550 5.1.1 unnecessary spaces. https://support.google.com/mail/?p=NoSuchUser x1si2 - gsmtp',
  ),
  to.recipient('mailbox', '550 5.2.1 The email account that you tried to reach is disabled. x1si2 - gsmtp'),
  to.recipient(
    'letter',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that',
    '550 5.2.1 prevents additional messages from being delivered. x1si2 - gsmtp',
  ),
  to.recipient('later', '450 4.2.1 The user you are trying to contact is receiving mail too quickly. - gsmtp'),
  to.recipient('later', '452 4.2.2 The email account that you tried to reach is over quota. - gsmtp'),
  to.recipient('letter', "552 5.2.2 The recipient's inbox is out of storage space and inactive. - gsmtp"),
  to.recipient('limit', '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits'),
  to.recipient('limit', '550 5.4.5 Daily SMTP relay limit exceeded for user. x1si2 - gsmtp'),
  to.recipient('limit', '450 4.2.1 Peak SMTP relay limit exceeded for customer. This is a temporary error.'),
  to.letter(
    'limit',
    '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from',
    '421 4.7.28 your IP address. To protect our users from spam, mail has been rate limited.',
  ),
  to.letter('letter', '550-5.7.26 Your email has been blocked because the sender is', '550 5.7.26 unauthenticated.'),
  to.letter('letter', '552 5.7.0 This message was blocked because its content presents a potential security issue.'),
  to.letter('later', '421 4.3.0 Temporary System Problem. Try again later. - gsmtp'),
  // Yahoo and Yahoo! JAPAN
  to.letter('letter', "554 delivery error: dd This user doesn't have a yahoo.co.jp account (kaiin@yahoo.co.jp) [-5]"),
  to.recipient(
    'limit',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
  ),
  to.letter(
    'letter',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
  ),
  // docomo, au and SoftBank
  to.recipient('mailbox', '550 Unknown user kaiin@docomo.ne.jp'),
  to.letter('letter', '550 Unknown user kaiin@docomo.ne.jp'), // a filter of the member
  to.recipient('letter', '552 Too much mail data kaiin@docomo.ne.jp'), // a full mailbox
  to.recipient('limit', '452 Too many recipients received this hour'),
  to.recipient('mailbox', '550 <kaiin@ezweb.ne.jp>: User unknown'),
  to.recipient('letter', '550 : User unknown'), // a filter of the member
  to.recipient('mailbox', '550 Invalid recipient: <kaiin@softbank.ne.jp>'),
  to.recipient('letter', '553 desk.example.jp does not exist'), // our own domain
  // Exchange Online and Outlook.com
  to.recipient(
    'mailbox',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient kaiin@example.jp not found by SMTP address lookup',
  ),
  to.recipient('mailbox', '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'),
  to.recipient('letter', '550 5.1.8 Access denied, bad outbound sender AS(42003)'),
  to.recipient('letter', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'),
  to.recipient('letter', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'),
  to.recipient('letter', '550 Requested action not taken: mailbox unavailable'),
  to.recipient('limit', '550 5.7.705 Access denied, tenant has exceeded threshold.'),
  to.recipient(
    'limit',
    "550 5.7.233 Your message can't be sent because your tenant exceeded its daily limit for sending email to external recipients",
  ),
  to.letter(
    'limit',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message',
  ),
  to.letter('limit', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded'),
  to.recipient('later', '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded'),
  to.sender(
    'limit',
    "421 RP-001 Unfortunately, some messages weren't sent because the IP exceeded the rate limit allowed.",
  ),
  to.recipient(
    'letter',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent: part of their network is on our block list (S3140).",
  ),
  // iCloud
  to.recipient('mailbox', '550 5.1.1 <kaiin@icloud.com>: inactive email address'),
  to.recipient('mailbox', '550 5.1.1 unknown or illegal alias: kaiin@icloud.com'),
  to.recipient('letter', '552 5.2.2 <kaiin@icloud.com>: user is over quota'),
  to.letter('limit', '421 4.7.1 Messages to kaiin@icloud.com deferred due to excessive volume. Try again later'),
  to.letter('letter', '550 5.7.1 [CS01] Message rejected due to local policy.'),
  // Postfix
  to.recipient(
    'mailbox',
    '550 5.1.1 <kaiin@example.jp>: Recipient address rejected: User unknown in relay recipient table',
  ),
  to.recipient('mailbox', '550 <kaiin@example.jp>: Recipient address rejected: User unknown in local recipient table'),
  to.recipient(
    'letter',
    '550 5.1.0 <no-reply@example.jp>: Sender address rejected: User unknown in local recipient table',
  ),
  to.recipient('letter', '550 <no-reply@example.jp>: Sender address rejected: User unknown in virtual alias table'),
  to.recipient('letter', '501 5.1.3 Bad recipient address syntax'),
  to.recipient('letter', '553 5.1.8 <no-reply@example.jp>: Sender address rejected: Domain not found'),
  to.recipient('letter', '554 5.7.1 <kaiin@example.jp>: Relay access denied'),
  to.recipient('letter', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'),
  to.recipient('later', '450 4.1.1 <kaiin@example.jp>: Recipient address rejected: unverified address'),
  to.recipient('later', '450 4.2.0 <kaiin@example.jp>: Recipient address rejected: Greylisted'),
  to.recipient('later', '452 4.3.1 Insufficient system storage'),
  to.recipient('limit', '450 4.7.1 Error: too much mail from 192.0.2.1'),
  to.sender('limit', '421 4.7.0 mail.example.com Error: too many connections from 192.0.2.1'),
  to.sender('later', '530 5.7.0 Must issue a STARTTLS command first'),
  to.sender('later', '553 5.7.1 <no-reply@example.jp>: Sender address rejected: not owned by user'),
  // Exim and cPanel
  to.recipient('mailbox', '550 No Such User Here'),
  to.recipient('letter', '550 relay not permitted'),
  to.recipient(
    'letter',
    '550-Verification failed for <no-reply@example.jp>',
    '550-No Such User Here',
    '550 Sender verify failed',
  ),
  to.recipient(
    'limit',
    '550 Domain example.jp has exceeded the max emails per hour (501/500 (100%)) allowed. Message discarded.',
  ),
  // Sendmail, qmail
  to.recipient('mailbox', '550 5.1.1 <kaiin@example.jp>... User unknown'),
  to.recipient('letter', '550 5.7.1 <kaiin@example.jp>... Relaying denied'),
  to.recipient('mailbox', '550 sorry, no mailbox here by that name (#5.1.1)'),
  to.recipient('letter', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"),
  to.recipient('letter', '551 User not local; please try <kaiin@example.net>'),
  // Amazon SES
  to.letter('limit', '454 Throttling failure: Maximum sending rate exceeded.'),
  to.letter('limit', '454 Throttling failure: Daily message quota exceeded.'),
  to.letter('letter', '554 Message rejected: Email address is not verified.'),
  // SendGrid
  to.sender('limit', '451 Authentication failed: Maximum credits exceeded'),
  to.letter('limit', "451 You've exceeded your messaging limits"),
  to.recipient('limit', '450 too frequent connects from 192.0.2.1, please try again later.'),
  to.sender('later', '550 Unauthenticated senders not allowed'),
  // What nobody has ever seen
  to.recipient('letter', '550 Nope'),
  to.recipient('letter', '550 5.1.1.7 Nope'),
  to.letter('letter', '599 5.9.9 Nope'),
]
