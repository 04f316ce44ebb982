import type { LabeledClass } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'

export interface ListedNames {
  readonly names: ReadonlyMap<number, LabeledClass>
  /** True when names have explicit numbers, as `0: road`; in a plain list the meaning of 0 is open. */
  readonly isNumbered: boolean
  readonly isYaml: boolean
}

export interface Numbering {
  readonly classes: ReadonlyMap<number, LabeledClass>
  readonly namesItself: boolean
  readonly ground: ReadonlySet<number>
  readonly note: ProblemFinding | null
}

/** Value ignored by trainers, and the class of pictures with no other value. */
const full = 255
export const onlyClass = 'object'

const isBackground = (name: string | undefined) =>
  name !== undefined && /^_*(?:background|back|bg|ground|unlabell?ed|void|背景)_*$/i.test(name.trim())
const isIgnored = (name: string | undefined) => name !== undefined && /^_*ignored?_*$/i.test(name.trim())

/** 0 is the background unless named. A single other value, 1 or 255, is the only class; beside others, 255 is ignored. */
export function numberingOf(values: ReadonlySet<number>, listed: ListedNames | null): Numbering {
  const others = [...values].filter((value) => value !== 0 && value !== full)
  const ground = new Set([0, full])
  if (listed === null) {
    const only = others.length === 0 && values.has(full) ? full : others.length === 1 && others[0] === 1 ? 1 : null
    const note: ProblemFinding | null = values.has(full) && others.length > 0 ? { reason: 'mask-full-ignored' } : null
    if (only === null) return { classes: new Map(), namesItself: true, ground, note }
    return onlyOf(only, { name: onlyClass })
  }
  // LabelMe's lists start with the ignored class, then the background.
  const shift = isIgnored(listed.names.get(0)?.name) && isBackground(listed.names.get(1)?.name) ? 1 : 0
  const names = new Map([...listed.names].flatMap(([at, one]) => (at < shift ? [] : [[at - shift, one] as const])))
  const hasBackground = isBackground(names.get(0)?.name)
  const things = new Map([...names].filter(([at]) => !(hasBackground && at === 0)))
  const isProven = values.has(names.size) && !names.has(names.size)
  const countsFromZero =
    !hasBackground && !isProven && names.has(0) && (listed.isNumbered || (listed.isYaml && values.has(full)))
  if (countsFromZero) return { classes: names, namesItself: false, ground: new Set([full]), note: null }
  if (others.length === 0 && values.has(full)) {
    const [first, ...more] = things.values()
    return onlyOf(full, more.length === 0 && first !== undefined ? first : { name: onlyClass }, more.length > 0)
  }
  const isMoved = !hasBackground && names.has(0)
  const classes = isMoved ? new Map([...things].map(([at, one]) => [at + 1, one] as const)) : things
  const first = classes.get(1)?.name ?? ''
  const note: ProblemFinding | null =
    isMoved && !isProven ? { reason: 'mask-zero-background', values: { name: first } } : null
  return { classes, namesItself: false, ground, note }
}

function onlyOf(value: number, one: LabeledClass, isTold = one.name === onlyClass): Numbering {
  return {
    classes: new Map([[value, one]]),
    namesItself: false,
    ground: new Set([0, full].filter((other) => other !== value)),
    note: isTold ? { reason: 'mask-one-class', values: { value, name: one.name } } : null,
  }
}

export function isNumberingOpen(values: ReadonlySet<number>, listed: ListedNames | null): boolean {
  const others = [...values].filter((value) => value !== 0 && value !== full).length
  if (listed === null) return others < 2
  if (isBackground(listed.names.get(0)?.name)) return others === 0
  return !values.has(listed.names.size) && !(listed.isNumbered && values.has(full))
}
