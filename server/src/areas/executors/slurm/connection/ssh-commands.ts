import { openPlainTerminal, shellCommand } from '#areas/devices'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import { DeviceAway, DeviceGone, onDevice } from '../../device/access.ts'
import type { DeviceAccess } from '../../device/access.ts'
import { commandFailure, commandPath, usualTimeout } from './commands.ts'
import type { RunCommand } from './commands.ts'
import { SlurmAway } from './connection.ts'

interface LoginNode {
  devices: DeviceAccess
  deviceId: string
  configuration: string | undefined
}

const maxOutputBytes = 64 * 1_048_576
/** $1: folders to look in after those of the account, $2: the configuration or nothing; then the command. */
const surroundings = 'export PATH="$PATH:$1"; [ -z "$2" ] || export SLURM_CONF="$2"; shift 2; '
/** Begins with a sequence that changes nothing on the screen. */
const inTerminal = String.raw`printf '\033[m'; exec "$@"`

/** Slurm's commands on a login node. */
export function createSshCommands({ devices, deviceId, configuration = '' }: LoginNode) {
  const argvOf = (argv: readonly string[], start = 'exec "$@"') =>
    shellCommand(surroundings + start, commandPath, configuration, ...argv)

  const run: RunCommand = async (argv, { input = '', timeout = usualTimeout } = {}) => {
    const order = { argv: argvOf(argv), input, timeout, maxOutputBytes }
    try {
      const { code, output, errors } = await onDevice(devices, deviceId, (connection) => connection.run(order))
      if (code === 0) return output.toString()
      throw commandFailure(argv[0], errors.toString(), code)
    } catch (error) {
      if (error instanceof DeviceGone) throw new Error('the login node is no device any more', { cause: error })
      if (!(error instanceof DeviceAway)) throw error
      const text = {
        en: `the login node does not answer: ${error.message}`,
        zh: `登录节点没有响应：${error.message}`,
      }
      throw new SlurmAway(text, { cause: error })
    }
  }

  const openTerminal = (order: Required<TerminalOrder>): Promise<Terminal> =>
    onDevice(devices, deviceId, (connection) =>
      openPlainTerminal(connection, { ...order, argv: argvOf(order.argv, inTerminal) }),
    )

  return { run, openTerminal }
}
