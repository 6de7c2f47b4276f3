/** The page that leads to the settings, for links back to it. */
export const settingsPage = { to: '/other-settings', label: 'その他の設定' } as const
