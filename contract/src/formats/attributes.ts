import { attributeValue } from '../labels/index.ts'
import type { AttributeValues } from './labeled-images.ts'
import type { ProblemFinding } from './problems/problems.ts'

const maxNameLength = 100
const maxShownLength = 40

interface ReadAttributes {
  readonly values: { attributes?: AttributeValues }
  readonly unread: ProblemFinding[]
}

/** Reads attributes one by one, so that an unreadable value does not lose the others. */
export function readAttributes(input: unknown, where: string): ReadAttributes {
  // A missing choice means no value.
  if (input === undefined || input === null) return { values: {}, unread: [] }
  if (typeof input !== 'object' || Array.isArray(input)) return { values: {}, unread: [unreadable(where, '*')] }
  const read: [string, AttributeValues[string]][] = []
  const unread: ProblemFinding[] = []
  for (const [name, value] of Object.entries(input)) {
    if (value === null) continue
    const parsed = attributeValue.safeParse(value)
    if (parsed.success && name.length <= maxNameLength) read.push([name, parsed.data])
    else unread.push(unreadable(where, name))
  }
  return { values: read.length === 0 ? {} : { attributes: Object.fromEntries(read) }, unread }
}

function unreadable(where: string, name: string): ProblemFinding {
  return { reason: 'attribute-unreadable', values: { where, attribute: name.slice(0, maxShownLength) } }
}
