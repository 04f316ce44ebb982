import { access, constants } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** A command sees the least that programs expect, and nothing of the server's own environment. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The command with the places of data and results filled in, each within its own argument. */
export function filledIn(command: readonly string[], values: Readonly<Record<string, string>>): string[] {
  return command.map((part) =>
    part.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? hole) : hole,
    ),
  )
}

/** The program by its whole path, looked for as a shell would, in the folders that the command's own PATH names. */
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
