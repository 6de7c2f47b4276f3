/** The specification's numbers. Times in milliseconds, sizes in CSS pixels. */

/** Width of the side navigation. */
export const navigationWidth = 280
/** Lifetime of the cookies for drawer, theme and shop, in days. */
export const rememberedDays = 7
/** Lists: the first page, of the API and of a phone. */
export const defaultPage = { offset: 0, limit: 10 } as const
/** Rows of a page where the screen has room for them, before staff have chosen. */
export const roomyPageLimit = 50
/** Time limit for initialising; then a retry screen appears. */
export const initialisingCeiling = 3200
/** How long the bar of a shop change is shown. */
export const shopChangeBar = 800
/** How long `shopChanging` is set: responses for the previous shop in that time are dropped. */
export const shopChangingFlag = 1200
/** The auth sync repeats while signed in. */
export const authSyncInterval = 180_000
/** Pending views appear only after this. */
export const pendingDelay = 200
/** A snackbar stays this long. */
export const snackbarDuration = 6000
/** Delay after the last key before a draft is saved. */
export const autosaveDebounce = 600
/** A window narrower than this is a small screen. */
export const smallScreenWidth = 375
export const breakpoints = { sm: 600, md: 960, lg: 1280, xl: 1920 } as const
/** The confirmation dialog is this much lower than the window. */
export const confirmDialogMargin = 180
/** Storage key of the user's recent pages; cleared with the session. */
export const recentKey = 'karada.recent'
export const noImage = '/images/no_img.png'
