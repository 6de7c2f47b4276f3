import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie, getRequestHeader } from '@tanstack/react-start/server'
import { rememberedDays } from './constants'

export type RememberedName = 'karada.theme' | 'karada.drawer' | 'karada.shop' | 'karada.rows' | 'karada.styles'

const readInBrowser = (name: string) => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : undefined
}

/** A remembered piece of UI state (theme, drawer, shop, rows of a page), on the server and in the browser alike. */
export const remembered = createIsomorphicFn()
  .server((name: RememberedName): string | undefined => getCookie(name))
  .client((name: RememberedName): string | undefined => readInBrowser(name))

/** Remembers a piece of UI state for 7 days; never anything personal. */
export function remember(name: RememberedName, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that staff use
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${rememberedDays * 86_400}; SameSite=Lax${secure}`
}

/** Any other cookie of ours, such as XSRF-TOKEN. */
export const readCookie = readInBrowser

/** Whether the user agent is a phone's, on the server and in the browser, whatever the window's width. */
export const isPhone = createIsomorphicFn()
  .server((): boolean => isPhoneName(getRequestHeader('user-agent') ?? ''))
  .client((): boolean => isPhoneName(navigator.userAgent))

const isPhoneName = (userAgent: string) => /\bMobi/.test(userAgent)
