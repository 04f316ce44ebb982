import { setTimeout as delay } from 'node:timers/promises'
import type { leadEndpoints } from '@vermilion/contract/monitoring/leads'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { DatabaseAway } from '#platform/database/engine'
import type { Log } from '#platform/log'
import { leaderName, type LeadTable } from './lead-table.ts'

/** Milliseconds between two heartbeats, and between two attempts to be connected again. */
const [beatInterval, attemptInterval] = [2_000, 250]
/**
 * Milliseconds after the last confirmed heartbeat in which effects outside the database may begin. It is below `maxSilence` of a
 * standby, so that they have ended when another leads.
 */
const confirmedFor = 10_000

type LeadList = EndpointResponse<(typeof leadEndpoints)['getLeads']>
export type Lead = ReturnType<typeof holdLead>

interface Needs {
  readonly epoch: number
  readonly table: LeadTable
  readonly log: Log
  /** Called once, when another server leads: nothing may be done any more. */
  readonly onLost: () => void
  open(): Promise<LeadTable>
}

interface LatestEpoch {
  query(text: string): Promise<{ readonly rows: readonly { readonly latest: number }[] }>
}

/** The lead of a server, from when it took it until it is handed over, or lost. */
export function holdLead({ epoch, table: first, log, onLost, open }: Needs) {
  const stopping = new AbortController()
  const { signal } = stopping
  let table = first
  let confirmed = timesNow()
  const beating = beat()

  function lose(): void {
    if (signal.aborted) return
    stopping.abort()
    onLost()
  }

  async function beat(): Promise<void> {
    while (!signal.aborted) {
      await delay(beatInterval, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const sent = timesNow()
      try {
        if (await table.beat(epoch)) confirmed = sent
        else lose()
      } catch (error) {
        log.warn({ err: error }, 'the connection that holds the lead was lost')
        await regain()
      }
    }
  }

  async function regain(): Promise<void> {
    while (!signal.aborted) {
      await table.close()
      await delay(attemptInterval, undefined, { signal, ref: false }).catch(() => undefined)
      const sent = timesNow()
      try {
        table = await open()
        const outcome = await table.regain(epoch)
        if (outcome === 'lost') return lose()
        // The connection of before may live on at the other end.
        if (outcome === 'held') await table.endHolder(epoch)
        if (outcome !== 'regained') continue
        await table.begin(epoch)
        confirmed = sent
        return
      } catch (error) {
        log.debug({ err: error }, 'the lead cannot be confirmed yet')
      }
    }
  }

  const isConfirmed = () => !signal.aborted && isWithin(confirmed, confirmedFor)
  return {
    epoch,
    /** The name of all connections that work for this lead. */
    name: leaderName(epoch),
    isConfirmed,
    /** Before an effect outside the database: fails where another may lead by now. */
    requireConfirmed(): void {
      if (!isConfirmed()) throw new DatabaseAway(new Error('the lead is not confirmed'))
    },
    /** Before one that may wait. */
    async untilConfirmed(until: AbortSignal): Promise<void> {
      while (!isConfirmed()) await delay(attemptInterval, undefined, { signal: until })
    },
    /** Before the first statement of a connection. One that was let through earlier is ended by the next leader. */
    async admit(client: LatestEpoch): Promise<void> {
      const { rows } = await client.query('select max(epoch) as latest from vermilion_leads')
      if (rows[0]?.latest === epoch) return
      lose()
      throw new DatabaseAway(new Error('another server leads'))
    },
    listening: (address: string) => table.setAddress(epoch, address),
    async list(): Promise<LeadList> {
      return { leads: (await table.latest()).map(withTime), standbys: (await table.standbys()).map(withTime) }
    },
    /** Nothing may be written any more. */
    async handOver(): Promise<void> {
      stopping.abort()
      await beating
      await table.handOver(epoch).catch(() => undefined)
      await table.close()
    },
  }
}

const withTime = <Row extends { since: Date }>(row: Row) => ({ ...row, since: row.since.toISOString() })

/** Two clocks are read: one stands still while a machine sleeps, the other may be set. */
const timesNow = () => [performance.now(), Date.now()]
const isWithin = (times: readonly number[], milliseconds: number) =>
  timesNow().every((now, index) => now - (times[index] ?? 0) < milliseconds)
