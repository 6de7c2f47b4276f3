import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import type { AreaPalette, ScreenAction } from './area'
import { visibleMenu } from './visible-menu'

/** Whether the user may open an action's screen and perform the action. */
export function useMayDo(): (action: ScreenAction) => boolean {
  const { routesByPath } = useRouter()
  const can = useCan()
  const mayBeginActions = useMayBeginActions()
  return ({ path, permission }) => {
    if (path === '/shop-reports/actions/new' && !mayBeginActions) return false
    const wanted = [routesByPath[path].options.staticData?.permission, permission]
    return wanted.every((one) => one === undefined || can(one))
  }
}

/** The shortcut and search words of an entry of the menu. */
export const paletteOf = (palettes: readonly AreaPalette[], path: string) =>
  palettes.find(({ area }) => area.path === path)

export interface AreaKey {
  letter: string
  path: string
  label: string
}

/** Shortcut letters after g, for areas that the user may open, in menu order. */
export function useAreaKeys(): AreaKey[] {
  const { menu, loadPalettes } = useRouter().options.context
  const can = useCan()
  const mayDo = useMayDo()
  const [palettes, setPalettes] = useState<readonly AreaPalette[]>()
  useEffect(() => {
    loadPalettes().then(
      (loaded) => setPalettes(loaded.palettes),
      () => {},
    )
  }, [loadPalettes])
  if (!palettes) return []
  const entries = visibleMenu(menu, can).flatMap((group) => group.entries)
  return [
    ...entries.map(({ path, label }) => ({ letter: paletteOf(palettes, path)?.letter, path, label })),
    ...palettes
      .flatMap(({ actions = [] }) => actions)
      .filter(mayDo)
      .map(({ label, ...action }) => ({ ...action, label: label.replace(/を見る$/, '') })),
  ].flatMap(({ letter, path, label }) => (letter ? { letter, path, label } : []))
}
