import { keepCompiledCode } from '#platform/program'
import type { Command } from './command.ts'

keepCompiledCode()

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  user: async () => (await import('./user.ts')).user,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  database: async () => (await import('./database.ts')).database,
  blobs: async () => (await import('./blobs.ts')).blobs,
  sample: async () => (await import('./sample.ts')).sample,
  generate: async () => (await import('./generate.ts')).generate,
  task: async () => (await import('./task.ts')).task,
  device: async () => (await import('./device/device.ts')).device,
  mcp: async () => (await import('./mcp.ts')).mcp,
  doctor: async () => (await import('./doctor.ts')).doctor,
}

async function help(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  return `vermilion <command>\n\n${usage(loaded)}\n\nThe data folder is ./data, or the one that VERMILION_DATA names.`
}

function usage(of: readonly Command[]): string {
  const forms = of.flatMap((command) => command.usage)
  const widest = Math.max(...forms.map(([form]) => form.length))
  return forms.map(([form, purpose]) => `  vermilion ${form.padEnd(widest)}  ${purpose}`).join('\n')
}

async function run(command: Command, parameters: string[]): Promise<number | undefined> {
  const { readConfig } = await import('../config.ts')
  const { UsageError } = await import('./command.ts')
  try {
    return await command.run(parameters, readConfig(process.env), process.env)
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    console.error(error instanceof Error ? error.message : error)
    if (isUsage) console.error(`\n${usage([command])}`)
    return isUsage ? 2 : 1
  }
}

/** True for a request for help; arguments after `--` belong to the program that is run. */
function wantsHelp(parameters: readonly string[]): boolean {
  const cut = parameters.indexOf('--')
  return parameters.slice(0, cut === -1 ? parameters.length : cut).includes('--help')
}

const [name = 'help', ...parameters] = process.argv.slice(2)
const load = Object.hasOwn(commands, name) ? commands[name] : undefined
if (load === undefined) {
  console.error(await help())
  process.exitCode = name === 'help' || name === '--help' ? 0 : 2
} else {
  const command = await load()
  if (wantsHelp(parameters)) console.log(usage([command]))
  else process.exitCode = await run(command, parameters)
}
