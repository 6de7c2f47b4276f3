/** What is sold, as reports divide it. */
export const salesCategories = [
  'membershipFee',
  'admissionFee',
  'ticket',
  'personal',
  'product',
  'option',
  'other',
] as const
export type SalesCategory = (typeof salesCategories)[number]
