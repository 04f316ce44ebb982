import type { Lead } from '@vermilion/contract/monitoring/leads'
import { Client } from 'pg'
import type { PostgresAddress } from '../../config/database-address.ts'

/** Held by the connection of the leader for as long as it lives. Both locks are those of one database. */
const [leadLock, creationLock] = [7_276_862, 7_276_863]
/** Milliseconds that a connection may take to open, and a statement to run. */
const patience = 5_000
const shownLeads = 10
const rememberedLeads = 1_000

/** The latest leader by the table, and the state of its lock. */
export interface LeadState {
  /** Null where nobody has ever led. */
  readonly epoch: number | null
  readonly host: string
  readonly address: string
  /** Seconds since the heartbeat, by the clock of the database. */
  readonly silence: number
  readonly isHandedOver: boolean
  readonly isHeld: boolean
  /** True when the lock is held by the connection that the row names. */
  readonly isHeldByIt: boolean
  /** True after a start of PostgreSQL, which ended the connection of a leader that may live. */
  readonly isRestarted: boolean
  /** The steps of the schema that were taken. */
  readonly steps: readonly string[]
}

interface LeadCandidate extends Pick<Lead, 'host' | 'address' | 'version'> {
  readonly change: Lead['change']
}

export type LeadTable = Awaited<ReturnType<typeof openLeadTable>>

const heldBy = (pid: string) => `exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())
  and classid = 0 and objid = ${leadLock} and ${pid})`
const isLatest = `not exists (select from vermilion_leads as "later" where "later".epoch > "it".epoch)`
/** The name of the connections by which a leader works. */
export const leaderName = (epoch: number) => `vermilion ${epoch}`
const standbyName = 'vermilion standby '

/**
 * The lock of the lead and the table of its holders, on a connection of their own: the lock ends with it. The table is no step of
 * the schema, since a server reads it that may be older or newer than that.
 */
// oxlint-disable-next-line max-lines-per-function -- the statements of one table
export async function openLeadTable({ maxConnections: _, ...address }: PostgresAddress, host: string) {
  const client = new Client({
    ...address,
    // PostgreSQL cuts it off after 63 bytes.
    application_name: `${standbyName}${host}`,
    keepAlive: true,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    options: '-c TimeZone=UTC -c idle_session_timeout=0',
  })
  // A connection that was lost fails at its next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`begin; select pg_advisory_xact_lock(${creationLock});
      create table if not exists vermilion_leads (epoch int generated always as identity primary key, host text not null,
        address text not null, version text not null, change text not null, backend int not null,
        since timestamptz not null default clock_timestamp(), heartbeat timestamptz not null default clock_timestamp(),
        "handedOver" timestamptz); commit`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  const rows = async <Row extends object>(statement: string, ...values: unknown[]) =>
    (await client.query<Row>(statement, values)).rows

  /** False once another has led since. */
  async function beat(epoch: number): Promise<boolean> {
    const beaten = await rows(
      `update vermilion_leads as "it" set heartbeat = clock_timestamp() where epoch = $1 and ${isLatest} returning epoch`,
      epoch,
    )
    return beaten.length > 0
  }

  return {
    async state(): Promise<LeadState> {
      const [row] = await rows<LeadState & { hasSteps: boolean }>(`
        select "it".epoch, coalesce("it".host, '') as host, coalesce("it".address, '') as address,
          coalesce(extract(epoch from clock_timestamp() - "it".heartbeat)::float8, 0) as silence,
          "it"."handedOver" is not null as "isHandedOver", ${heldBy('true')} as "isHeld",
          ${heldBy('pid = "it".backend')} as "isHeldByIt", to_regclass('migrations') is not null as "hasSteps",
          coalesce(pg_postmaster_start_time() > "it".heartbeat, false) as "isRestarted"
        from (select) as "one" left join lateral
          (select * from vermilion_leads order by epoch desc limit 1) as "it" on true`)
      if (row === undefined) throw new Error('the database does not tell who leads')
      const steps = row.hasSteps ? await rows<{ name: string }>('select name from migrations order by position') : []
      return { ...row, steps: steps.map(({ name }) => name) }
    },
    /** The epoch, unless another has the lead. A failure may leave the lock to this connection. */
    async take({ host: name, address: url, version, change }: LeadCandidate): Promise<number | undefined> {
      const [row] = await rows<{ epoch: number }>(
        `with "mine" as materialized (select pg_try_advisory_lock(${leadLock}) as "isMine")
        insert into vermilion_leads (host, address, version, change, backend)
        select $1, $2, $3, $4, pg_backend_pid() from "mine" where "isMine" returning epoch`,
        name,
        url,
        version,
        change,
      )
      return row?.epoch
    },
    /** Ends the connection that holds the lock for an epoch. */
    async endHolder(epoch: number): Promise<void> {
      await rows(
        `select pg_terminate_backend(backend, 3000) from vermilion_leads as "it" where epoch = $1
        and ${isLatest} and ${heldBy('pid = "it".backend')}`,
        epoch,
      )
    },
    /** Ends the connections of earlier leaders; how many there were. */
    async endFormer(epoch: number): Promise<number> {
      const former = await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name ~ '^vermilion [0-9]+$' and application_name <> $1`,
        leaderName(epoch),
      )
      return former.length
    },
    /** The connection is then that of a leader. */
    async begin(epoch: number): Promise<void> {
      // A heartbeat need not survive a crash of the database, and must not wait for its disk.
      await rows(`set application_name = 'vermilion lead'`)
      await rows('set synchronous_commit = off')
      await rows('delete from vermilion_leads where epoch <= $1', epoch - rememberedLeads)
    },
    setAddress: (epoch: number, url: string) =>
      rows('update vermilion_leads set address = $2 where epoch = $1', epoch, url),
    beat,
    /** Takes the lock for the same epoch once more, after its connection was lost. */
    async regain(epoch: number): Promise<'regained' | 'held' | 'lost'> {
      const own = await rows(
        `with "mine" as materialized (select pg_try_advisory_lock(${leadLock}) as "isMine")
        update vermilion_leads as "it" set backend = pg_backend_pid() from "mine"
        where "isMine" and epoch = $1 and ${isLatest} returning epoch`,
        epoch,
      )
      // Another may have had the lead since that statement began.
      if (!(await beat(epoch))) return 'lost'
      return own.length > 0 ? 'regained' : 'held'
    },
    handOver: (epoch: number) =>
      rows('update vermilion_leads set "handedOver" = clock_timestamp() where epoch = $1', epoch),
    latest: () =>
      rows<Omit<Lead, 'since'> & { since: Date }>(
        `select epoch as number, host, address, version, since, change from vermilion_leads order by epoch desc limit ${shownLeads}`,
      ),
    standbys: () =>
      rows<{ host: string; since: Date }>(
        `select substr(application_name, ${standbyName.length + 1}) as host, backend_start as since from pg_stat_activity
        where datname = current_database() and starts_with(application_name, $1) order by since`,
        standbyName,
      ),
    close: () => client.end().catch(() => undefined),
  }
}
