import { endsOf, nameOf, nameOfRow, type NamedRow, placeOf, placesOfRow, stemOf, withoutEnding } from './row-names.ts'

export interface Candidate {
  readonly id: string
  readonly path: string
}

interface Group {
  readonly path: string
  readonly plain: string
  readonly numbers: number[]
}

/** The only candidate of a key over all searches; null for several. */
export type Sole = Map<string, { readonly path: string; readonly numbers: readonly number[]; id: string | null }>

export interface Claims {
  readonly endings: Sole
  readonly places: Sole
}

/** Searches the images of some candidates, reading each row once however many share a name. */
export function createSearch(candidates: readonly Candidate[], { endings, places }: Claims) {
  const byPath = Map.groupBy(candidates, ({ path }) => withoutEnding(path))
  const byEnding = soleEnds(candidates, withoutEnding)
  const byPlace = soleEnds(candidates, (path) => placeOf(withoutEnding(path)))
  const groups = new Map<string, Group>()
  const tails = new Map<string, Group[]>()
  /** Null for a name of several groups. */
  const named = new Map<string, Group | null>()

  function begin(row: NamedRow, { path, plain, key }: ReturnType<typeof nameOfRow>): void {
    const group: Group = { path, plain, numbers: [row.number] }
    groups.set(key, group)
    claim(endings, key, group, byEnding.get(plain))
    for (const location of placesOfRow(row)) {
      const id = endOf(byPlace, location)
      if (id === undefined) continue
      claim(places, key, group, id)
      break
    }
    named.set(nameOf(path), named.has(nameOf(path)) ? null : group)
    for (const end of endsOf(plain)) {
      const own = byPath.get(end)?.filter((one) => isNamed(group, one.path)) ?? []
      for (const { id } of own) addTo(tails, id, group)
      if (own.length > 0) break
    }
  }

  return {
    add(row: NamedRow): void {
      const name = nameOfRow(row)
      const group = groups.get(name.key)
      if (group === undefined) begin(row, name)
      else group.numbers.push(row.number)
    },

    /** The rows of each unambiguous candidate; of both when two differ only in extension. */
    matches(ambiguous: ReadonlySet<string>): { id: string; numbers: readonly number[] }[] {
      const matches = new Map<Group, Candidate[]>()
      for (const candidate of candidates) {
        const group = groupOf(candidate, ambiguous)
        if (group !== undefined) matches.set(group, [...(matches.get(group) ?? []), candidate])
      }
      return [...matches].flatMap(([group, own]) => {
        const paths = new Set(own.map(({ path }) => withoutEnding(path)))
        return paths.size > 1 ? [] : own.map(({ id }) => ({ id, numbers: group.numbers }))
      })
    },
  }

  function groupOf({ id, path }: Candidate, ambiguous: ReadonlySet<string>): Group | undefined {
    const ends = tails.get(id) ?? []
    const exact = ends.find((group) => group.path === path)
    if (exact !== undefined || ends.length === 1) return exact ?? ends[0]
    const name = nameOf(path)
    const alike = [...new Set([name, stemOf(name)])].map((each) => named.get(each)).filter((one) => one !== undefined)
    return alike.length === 1 && !ambiguous.has(name) ? (alike[0] ?? undefined) : undefined
  }
}

/** Candidates by every suffix of their paths; null for several. */
function soleEnds(candidates: readonly Candidate[], keyOf: (path: string) => string): Map<string, string | null> {
  const ends = new Map<string, string | null>()
  for (const { id, path } of candidates) for (const end of endsOf(keyOf(path))) ends.set(end, ends.has(end) ? null : id)
  return ends
}

function endOf(ends: ReadonlyMap<string, string | null>, location: string): string | null | undefined {
  for (const end of endsOf(location)) {
    const id = end.includes('/') ? ends.get(end) : undefined
    if (id !== undefined) return id
  }
  return undefined
}

function claim(claims: Sole, key: string, { path, numbers }: Group, id: string | null | undefined): void {
  if (id === undefined) return
  claims.set(key, { path, numbers, id: claims.has(key) ? null : id })
}

function addTo(to: Map<string, Group[]>, key: string, group: Group): void {
  const existing = to.get(key)
  if (existing === undefined) to.set(key, [group])
  else existing.push(group)
}

function isNamed({ path }: Group, candidate: string): boolean {
  const [own, name] = [nameOf(path), nameOf(candidate)]
  return own === name || own === stemOf(name)
}
