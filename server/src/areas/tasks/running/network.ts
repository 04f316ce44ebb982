import { thisMachine } from '#areas/resources'
import type { Executor, RunSpec } from '#areas/resources'

interface Network {
  network: RunSpec['network']
  /** Whether a program in it reaches this server, which listens on the loopback address of this machine. */
  reachesServer: boolean
}

/** The network that a task runs in. Its instances find one another by the loopback address. */
export function networkOf({ capabilities, machine }: Executor, roles: readonly { count: number }[]): Network {
  const { networks } = capabilities
  const isAlone = roles.reduce((sum, { count }) => sum + count, 0) === 1
  const network = !isAlone && networks.includes('host') ? 'host' : networks[0]
  return { network, reachesServer: network === 'host' && machine === thisMachine }
}
