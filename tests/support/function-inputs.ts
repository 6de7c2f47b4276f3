import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#contract/all.ts'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { root } from '../../scripts/lib/project.mjs'
import { type Area, principals, type World } from '../areas/area.ts'

// What a server function is called with, found from the contract and tests/areas.

interface Called {
  name: string
  endpoint: Endpoint
}

/** The endpoint that each function of `app/functions/` calls. */
function calledBy(): Map<string, Called> {
  const folder = join(root, 'app/functions')
  const called = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const nouns = [...text.matchAll(/import \{ (\w+)(?: as (\w+))? \} from '#contract\//g)]
    const nounOf = new Map(nouns.map(([, noun = '', alias]) => [alias ?? noun, noun]))
    const calls = text.matchAll(/^export const (\w+) = \w+Fn\(\)\s*\.validator\(input\((\w+)\.(\w+)\)\)/gm)
    return [...calls].flatMap(([, name = '', alias = '', verb = '']) => {
      const noun = nounOf.get(alias) ?? ''
      const endpoint = (contract as Readonly<Record<string, Endpoints>>)[noun]?.[verb]
      return endpoint ? [[name, { name: `${noun}.${verb}`, endpoint }] as const] : []
    })
  })
  return new Map(called)
}

/** Values for a field by its name; the first that its schema accepts. */
const samplesOf = (year: number, month: number): Readonly<Record<string, readonly unknown[]>> => {
  const inUrl = `${year}-${String(month).padStart(2, '0')}`
  return {
    ...{ id: ['1'], userId: ['1'], shopId: ['1'], staffId: ['1'], version: [1] },
    ...{ year: [year], month: [month, inUrl], from: [`${inUrl}-01`], to: [`${inUrl}-28`] },
  }
}

/** Drafts are made for an API; those that need nothing of it are made for these two shops. */
const world = { shops: { own: '1', other: '2' }, people: {}, next: () => 1 } as unknown as World

/** Whether every line of the area's table refuses the call to a trainer. */
function isRefusedToTrainer({ walk }: Area, name: string): boolean {
  const column = principals.length - principals.indexOf('level2')
  const lines = walk.split('\n').filter((line) => line.startsWith(`${name} `))
  return lines.length > 0 && lines.every((line) => line.trim().split(/\s+/).at(-column) === '403')
}

async function draftOf({ name }: Called): Promise<object | undefined> {
  const [noun = ''] = name.split('.')
  const file = noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const { area } = (await import(`../areas/${file}.ts`)) as { area: Area }
  if (!isRefusedToTrainer(area, name)) return undefined
  try {
    return await area.drafts?.[name]?.(world)
  } catch {
    // It makes records of its own first.
    return undefined
  }
}

/**
 * For each server function what it is called with: the fields that its endpoint requires, as far as their names say
 * what they are, and for a write that a trainer may not do the area's draft. `year` and `month`: of reports.
 */
export async function functionInputs(year: number, month: number): Promise<Map<string, object>> {
  const samples = samplesOf(year, month)
  const inputs = new Map<string, object>()
  for (const [name, called] of calledBy()) {
    const required = Object.entries(called.endpoint.input.shape).flatMap(([field, schema]) => {
      if (schema.safeParse(undefined).success && !(field === 'version' && called.endpoint.method === 'DELETE'))
        return []
      const sample = samples[field]?.find((value) => schema.safeParse(value).success)
      return sample === undefined ? [] : [[field, sample]]
    })
    inputs.set(name, { ...Object.fromEntries(required), ...(await draftOf(called)) })
  }
  return inputs
}
