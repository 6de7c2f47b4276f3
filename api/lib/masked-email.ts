/** `t***@example.jp`: enough to recognise an address, too little to write to it. */
export const maskedEmail = (email: string | null) =>
  email && `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
