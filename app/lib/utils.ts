import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It does not resolve conflicting Tailwind classes (that library adds 7 kB to the first
 * load): a component offers a variant instead of having its classes overridden.
 */
export const cn = (...classes: ClassValue[]) => clsx(classes)
