import { readFile } from 'node:fs/promises'
import { shellCommand } from '../connection/quoting.ts'

const scripts = new Map<string, Promise<string>>()

/** The command that runs a script of this folder on a device, in memory only. */
export async function scriptCommand(
  name: 'facts' | 'readings' | 'details' | 'commands',
  ...values: string[]
): Promise<[string, ...string[]]> {
  const script = scripts.get(name) ?? readFile(new URL(`${name}.sh`, import.meta.url), 'utf8')
  scripts.set(name, script)
  return shellCommand(await script, ...values)
}
