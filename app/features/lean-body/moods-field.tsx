import { type Mood, moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'

/** Moods for which a content is recommended, in fixed order. */
export function MoodsField(frame: FieldProps<Mood[]>) {
  const field = useLiveField(frame.field)
  const chosen = field.state.value
  const toggle = (mood: Mood) =>
    field.handleChange(valuesOf(moods).filter((one) => (one === mood) !== chosen.includes(one)))
  return (
    <FieldFrame {...frame} field={field} group show={(value) => value.map((mood) => moods[mood]).join('、')}>
      {() => (
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {valuesOf(moods).map((mood) => (
            <label key={mood} className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(mood)}
                onChange={() => toggle(mood)}
                onBlur={() => field.handleBlur()}
                className="size-4 accent-primary"
              />
              {moods[mood]}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
