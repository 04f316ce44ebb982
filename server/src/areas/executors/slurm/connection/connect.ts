import { tmpdir } from 'node:os'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { TerminalOrder } from '#platform/terminals/terminal'
import type { DeviceAccess } from '../../device/access.ts'
import { localTerminals } from '../../local/terminal.ts'
import { createCommandConnection } from './by-commands.ts'
import { createRestConnection } from './by-rest.ts'
import { commandEnvironment, createLocalCommands } from './commands.ts'
import type { SlurmConnection } from './connection.ts'
import { createSshCommands } from './ssh-commands.ts'

/** Over SSH and HTTP, too, the shared folder is one that this server sees. */
export function connectSlurm(settings: SlurmSettings, devices: DeviceAccess | undefined): SlurmConnection {
  const { connection, configuration, loginDevice = '', restUrl = '', restUser = '', restToken } = settings
  if (connection === 'rest') return createRestConnection({ url: restUrl, user: restUser, token: restToken ?? '' })
  if (connection === 'ssh' && devices !== undefined)
    return createCommandConnection(createSshCommands({ devices, deviceId: loginDevice, configuration }))
  const environment = commandEnvironment(configuration)
  const start = localTerminals()
  const surroundings = { workingFolder: tmpdir(), environment, folder: tmpdir() }
  return createCommandConnection({
    run: createLocalCommands(environment),
    openTerminal: start && (async (order: TerminalOrder) => start(order, surroundings)),
  })
}
