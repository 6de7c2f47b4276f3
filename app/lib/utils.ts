import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It does not weigh one Tailwind class against another (that library is 7 kB on the way to the first
 * figure): a component offers a variant instead of having its classes overridden.
 */
export const cn = (...classes: ClassValue[]) => clsx(classes)
