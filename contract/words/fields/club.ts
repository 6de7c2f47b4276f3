/** The sender of mails, of the club and of a shop. */
export const senderFields = { name: '名称', address: '住所', contact: '問い合わせ先', fromName: '差出人名' } as const
