import { parseArgs } from 'node:util'
import type { z } from 'zod'

const flagOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `--input-size 128` becomes `inputSize`; `switches` take no value. Throws an error naming the option and the problem. */
export function parseCommandLine<Schema extends z.ZodType>(
  schema: Schema,
  names: readonly string[],
  argv: readonly string[],
  switches: readonly string[] = [],
): z.output<Schema> {
  const options = Object.fromEntries(
    names.map((name) => [flagOf(name), { type: switches.includes(name) ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values } = parseArgs({ args: [...argv], options })
  const named = Object.fromEntries(names.map((name) => [name, values[flagOf(name)]]))
  const parsed = schema.safeParse(named)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) =>
    path[0] === undefined ? message : `--${flagOf(String(path[0]))}: ${message}`,
  )
  throw new Error(issues.join('; '))
}
