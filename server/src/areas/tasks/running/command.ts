import { access, constants } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** Commands get a minimal environment, nothing of the server's own. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function filledIn(command: readonly string[], values: Readonly<Record<string, string>>): string[] {
  return command.map((part) =>
    part.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? hole) : hole,
    ),
  )
}

export async function withProgram(
  [program = '', ...rest]: readonly string[],
  path: string,
): Promise<[string, ...string[]]> {
  if (program.includes('/')) return [program, ...rest]
  for (const folder of path.split(':').filter(isAbsolute)) {
    const match = join(folder, program)
    const runs = await access(match, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return [match, ...rest]
  }
  throw new Error(`there is no program ${program} in ${path}`)
}
