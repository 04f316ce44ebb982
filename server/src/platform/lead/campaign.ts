import { setTimeout as delay } from 'node:timers/promises'
import type { Lead as LeadEntry } from '@vermilion/contract/monitoring/leads'
import type { PostgresAddress } from '../../config/database-address.ts'
import type { Log } from '#platform/log'
import { holdLead, type Lead } from './lead.ts'
import { openLeadTable, type LeadState, type LeadTable } from './lead-table.ts'

/** Seconds without a heartbeat after which a leader that holds the lock counts as stopped. */
const maxSilence = 15
/** Milliseconds after a start of PostgreSQL in which the lead is left to whoever had it. */
const regainTime = 6_000
/** Milliseconds between two attempts of a standby. */
const attemptInterval = 500

interface CampaignNeeds extends Pick<LeadEntry, 'host' | 'address' | 'version'> {
  readonly database: PostgresAddress
  readonly log: Log
  readonly onLost: () => void
  /** The first step of a database that this program does not know. */
  readonly unknownStep: (steps: readonly string[]) => string | undefined
}

/** A server tries to lead once at its start, then as a standby until it does. */
export async function openCampaign({ database, host, log, onLost, unknownStep, ...own }: CampaignNeeds) {
  const open = () => openLeadTable(database, host)
  let table: LeadTable | undefined = await open()
  let state: LeadState | undefined
  let outdated: string | undefined
  let orphanedSince: number | undefined

  async function attempt(): Promise<Lead | undefined> {
    table ??= await open()
    state = await table.state()
    outdated = unknownStep(state.steps)
    const { epoch, isHeld, isHeldByIt, isRestarted, isHandedOver, silence } = state
    if (outdated !== undefined) return undefined
    if (isHeld && (!isHeldByIt || silence < maxSilence)) return undefined
    const isOrphaned = !isHeld && isRestarted && !isHandedOver
    orphanedSince = isOrphaned ? (orphanedSince ?? performance.now()) : undefined
    if (orphanedSince !== undefined && performance.now() - orphanedSince < regainTime) return undefined
    if (isHeld && epoch !== null) await table.endHolder(epoch)
    const change = changeOf(state)
    const number = await table.take({ ...own, host, change })
    if (number === undefined) return undefined
    while ((await table.endFormer(number)) > 0) await delay(20)
    await table.begin(number)
    log.info({ epoch: number, change }, 'this server leads')
    return holdLead({ epoch: number, table, log, onLost, open })
  }

  async function close(): Promise<void> {
    await table?.close()
    table = undefined
  }

  return {
    /** Undefined where another leads, or may. Fails where PostgreSQL is away, and may be called again. */
    async attempt(): Promise<Lead | undefined> {
      try {
        return await attempt()
      } catch (error) {
        // Its connection may hold a lock that nobody knows of, which ends with it.
        await close()
        throw error
      }
    },
    async waitForLead(maxMs = Number.POSITIVE_INFINITY): Promise<Lead | undefined> {
      const until = performance.now() + maxMs
      while (performance.now() < until) {
        const lead = await this.attempt().catch((error: unknown) => log.debug({ err: error }, 'PostgreSQL is away'))
        if (lead !== undefined) return lead
        await delay(attemptInterval)
      }
      return undefined
    },
    /** The leader, as the last attempt saw it. */
    leader: () => (state?.isHeld === true ? state : undefined),
    /** The step of the schema that keeps this program from leading. */
    outdated: () => outdated,
    close,
  }
}

function changeOf({ epoch, isHeld, isHandedOver }: LeadState): LeadEntry['change'] {
  if (epoch === null) return 'first'
  if (isHeld) return 'silent'
  return isHandedOver ? 'handed-over' : 'gone'
}
