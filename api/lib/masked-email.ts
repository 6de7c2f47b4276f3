import { firstLetter } from '#contract/cut-text.ts'
/** `t***@example.jp`: enough to recognise an address, too little to write to it. */
export const maskedEmail = (email: string | null) =>
  email && `${firstLetter(email)}***${email.slice(email.lastIndexOf('@'))}`

/** A mail server's answer repeats the address, maybe in another spelling or as a forwarding address. */
export const maskedAddresses = (text: string) =>
  text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, (address) => maskedEmail(address) ?? '')
