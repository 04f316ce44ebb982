import type { Criterion, Standard, StandardDraft } from '@vermilion/contract/data-evaluations/standards'

type Both = Criterion['name']

/** A typed criterion; an empty language falls back to the other. */
export interface TypedCriterion {
  name: Both
  description: Both
  weight: number | null
  /** The key used with models, and the English name it was made from; null for a new criterion. */
  known: { key: string; name: string } | null
}

export interface TypedStandard {
  name: string
  description: string
  criteria: TypedCriterion[]
  /** The version that was read; absent for a new standard. */
  baseVersion?: number
}

const empty: Both = { en: '', zh: '' }
export const blankCriterion: TypedCriterion = { name: empty, description: empty, weight: 1, known: null }

const typedCriteria = (criteria: readonly Criterion[]): TypedCriterion[] =>
  criteria.map(({ key, name, description, weight }) => ({
    name,
    description,
    weight,
    known: { key, name: name.en },
  }))

export const typedOf = ({ name, description, criteria, version }: Standard): TypedStandard => ({
  name,
  description,
  criteria: typedCriteria(criteria),
  baseVersion: version,
})

const maxKeyLength = 36

function keyOf(name: string, used: ReadonlySet<string>): string {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxKeyLength)
    .replace(/-+$/, '')
  const base = letters === '' ? 'criterion' : letters
  const numbered = (number: number) => (number === 1 ? base : `${base}-${number}`)
  let number = 1
  while (used.has(numbered(number))) number += 1
  return numbered(number)
}

const inBoth = ({ en, zh }: Both): Both => ({ en: en.trim() || zh.trim(), zh: zh.trim() || en.trim() })

/** The form's values as sent. A criterion keeps its key as long as its name is unchanged. */
export function draftOf({ name, description, criteria }: TypedStandard): StandardDraft {
  const names = criteria.map((criterion) => inBoth(criterion.name))
  const storedKeys = criteria.map(({ known }, at) => (known?.name === names[at]?.en ? (known?.key ?? null) : null))
  const used = new Set(storedKeys.filter((key) => key !== null))
  return {
    name: name.trim(),
    description: description ?? '',
    criteria: criteria.map((criterion, at) => {
      const both = names[at] ?? empty
      const key = storedKeys[at] ?? keyOf(both.en, used)
      used.add(key)
      return { key, name: both, description: inBoth(criterion.description), weight: criterion.weight ?? 1 }
    }),
  }
}

export function sharesOf(weights: readonly (number | null | undefined)[]): (number | null)[] {
  const positive = weights.map((weight) => (typeof weight === 'number' && weight > 0 ? weight : 0))
  const sum = positive.reduce((total, weight) => total + weight, 0)
  return positive.map((weight) => (sum > 0 ? weight / sum : null))
}

export function copyName(standards: readonly Pick<Standard, 'name'>[], nameOf: (number: number) => string): string {
  const used = new Set(standards.map(({ name }) => name))
  let number = 1
  while (used.has(nameOf(number))) number += 1
  return nameOf(number)
}

export function differingKeys(one: readonly Criterion[], other: readonly Criterion[]): Set<string> {
  const textsOf = (criteria: readonly Criterion[]) =>
    new Map(
      criteria.map((criterion) => [
        criterion.key,
        JSON.stringify([criterion.name, criterion.description, criterion.weight]),
      ]),
    )
  const [ours, theirs] = [textsOf(one), textsOf(other)]
  return new Set([...ours.keys(), ...theirs.keys()].filter((key) => ours.get(key) !== theirs.get(key)))
}
