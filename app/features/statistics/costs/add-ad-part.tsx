import { type FormEvent, useId, useState } from 'react'
import { joinRoutes } from '#contract/words/member.ts'
import { ChoiceSelect, choicesOf } from '~/components/choice-select'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { keepConversion } from '~/lib/composing'
import type { AdName } from './ad-parts'

interface AddAdPartProps {
  /** The names of campaigns that are known here. */
  campaigns: readonly string[]
  onAdd: (name: AdName) => void
}

/** Adds a row for a part of the 広告費, by campaign, 入会経路 or both. */
export function AddAdPart({ campaigns, onAdd }: AddAdPartProps) {
  const [campaign, setCampaign] = useState('')
  const [route, setRoute] = useState<keyof typeof joinRoutes | ''>('')
  const id = useId()
  const name = { campaign: campaign.trim() || null, route: route || null }
  const add = (event: FormEvent) => {
    event.preventDefault()
    onAdd(name)
    setCampaign('')
    setRoute('')
  }
  return (
    <form
      onKeyDown={keepConversion}
      onSubmit={add}
      className="mt-3 flex flex-wrap items-end gap-2 text-sm print:hidden"
    >
      <p className="basis-full text-muted-foreground">
        広告費の内訳は、キャンペーンや入会経路ごとに入力できます。広告費に足すのではなく、広告費のうちいくらかを表します。
      </p>
      <label htmlFor={id} className="grid gap-1">
        キャンペーン
        <input
          id={id}
          value={campaign}
          maxLength={100}
          list={`${id}-known`}
          autoComplete="off"
          onChange={({ target }) => setCampaign(target.value)}
          className={inputClass}
        />
      </label>
      <datalist id={`${id}-known`}>
        {campaigns.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <ChoiceSelect
        label="入会経路"
        value={route}
        choices={[['', '経路を分けない'], ...choicesOf(joinRoutes)]}
        onChange={setRoute}
      />
      <Button type="submit" variant="outline" disabled={name.campaign === null && name.route === null}>
        内訳の行を追加
      </Button>
    </form>
  )
}
