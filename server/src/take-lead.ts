import { hostname } from 'node:os'
import { migrations } from '../migrations/index.ts'
import type { Config } from './config.ts'
import { listenAsStandby } from './standby.ts'
import { version } from '#areas/settings'
import { unknownStep } from '#platform/database/migrate'
import { openCampaign } from '#platform/lead/campaign'
import type { Lead } from '#platform/lead/lead'
import type { Log } from '#platform/log'

/** Milliseconds. */
const patience = 2_000

interface Leading {
  /** Undefined where rows lie in the data folder, whose lock is enough. */
  readonly lead?: Lead | undefined
  readonly port: number
  /** Ends what answers in the place of the server, right before it listens itself. */
  endStandby(): Promise<void>
}

interface Needs {
  readonly config: Config
  readonly log: Log
  readonly onLost: () => void
  /** Called with the address when another server leads; without it the lead must be free. */
  readonly onStandby?: ((address: string) => void) | undefined
}

/** Resolves once no other server works on the database, after standing by for as long as one does. */
export async function takeLead({ config, log, onLost, onStandby }: Needs): Promise<Leading> {
  const { database, host, port, basePath } = config
  const nothing = { port, endStandby: async () => {} }
  if (database === undefined) return nothing
  const address = (number: number) => `http://${host.includes(':') ? `[${host}]` : host}:${number}${basePath}`
  const campaign = await openCampaign({
    database,
    host: hostname(),
    address: address(port),
    version,
    log,
    onLost,
    unknownStep: (steps) => unknownStep(steps, migrations),
  }).catch((error: Error) => {
    throw new Error(`PostgreSQL at ${database.host ?? ''}, database ${database.database ?? ''}: ${error.message}`)
  })
  try {
    // A predecessor that was just killed still has it for a moment.
    const lead = (await campaign.attempt()) ?? (onStandby ? undefined : await campaign.waitForLead(patience))
    if (lead !== undefined) return { ...nothing, lead }
    const leader = campaign.leader()
    // One that is too old and alone says so as it opens the database.
    if (leader === undefined && campaign.outdated() !== undefined) {
      await campaign.close()
      return nothing
    }
    if (onStandby === undefined)
      throw new Error(
        `Another server works on this database (${leader?.host ?? 'unknown'}, ${leader?.address ?? ''}): stop it, or run this where it is`,
      )
    const standby = await listenAsStandby({ host, port, basePath, outdated: campaign.outdated })
    onStandby(address(standby.port))
    return { lead: await campaign.waitForLead(), port: standby.port, endStandby: standby.close }
  } catch (error) {
    await campaign.close()
    throw error
  }
}
