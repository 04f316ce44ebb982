import { attributeValue } from '../labels/index.ts'
import type { AttributeValues } from './labeled-images.ts'
import type { ProblemFinding } from './problems.ts'

/** Characters of the name of an attribute, as labels have it. */
const longestName = 100
const longestShown = 40

interface ReadAttributes {
  /** To be spread into a shape. */
  readonly said: { attributes?: AttributeValues }
  readonly unread: ProblemFinding[]
}

/** What files say of a shape by attributes: each value by itself, so that one that cannot be read costs no other. */
export function readAttributes(given: unknown, where: string): ReadAttributes {
  // Nothing chosen is nothing said.
  if (given === undefined || given === null) return { said: {}, unread: [] }
  if (typeof given !== 'object' || Array.isArray(given)) return { said: {}, unread: [unreadable(where, '*')] }
  const read: [string, AttributeValues[string]][] = []
  const unread: ProblemFinding[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue
    const parsed = attributeValue.safeParse(value)
    if (parsed.success && name.length <= longestName) read.push([name, parsed.data])
    else unread.push(unreadable(where, name))
  }
  return { said: read.length === 0 ? {} : { attributes: Object.fromEntries(read) }, unread }
}

function unreadable(where: string, name: string): ProblemFinding {
  return { reason: 'attribute-unreadable', values: { where, attribute: name.slice(0, longestShown) } }
}
