import { thisMachine } from '#areas/executors'
import type { Executor, RunSpec } from '#areas/executors'

interface Network {
  network: RunSpec['network']
  /** True when programs in it can reach this server on the loopback address. */
  reachesServer: boolean
}

/** Selects a task's network. Its instances connect over the loopback address. */
export function networkOf({ capabilities, machine }: Executor, roles: readonly { count: number }[]): Network {
  const { networks } = capabilities
  const isAlone = roles.reduce((sum, { count }) => sum + count, 0) === 1
  const network = !isAlone && networks.includes('host') ? 'host' : networks[0]
  return { network, reachesServer: network === 'host' && machine === thisMachine }
}
