import { useEffect } from 'react'
import { sentenceAt } from '#contract/messages.ts'
import { useFormContext } from '~/components/resource-form/form-context'

/** The error of one input of a field that has several: `path` is its place in the value, as `incident.time`. */
export function usePartError(path: string, label: string) {
  const { id, looks, refusalOf } = useFormContext()
  useEffect(() => {
    looks.set(path, { label, show: String })
    return () => void looks.delete(path)
  }, [looks, path, label])
  const refusal = refusalOf(path, undefined)
  const errorId = `${id}${path}-error`
  return {
    sentence: refusal && sentenceAt(label, refusal),
    errorId,
    input: { 'aria-invalid': refusal ? true : undefined, 'aria-describedby': refusal ? errorId : undefined } as const,
  }
}

type Part = Pick<ReturnType<typeof usePartError>, 'sentence' | 'errorId'>

export const PartError = ({ sentence, errorId }: Part) =>
  sentence === undefined ? null : (
    <p id={errorId} role="alert" className="mt-1 w-full text-sm text-bad">
      {sentence}
    </p>
  )
