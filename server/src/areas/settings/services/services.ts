import { fail } from '@vermilion/contract/kernel/errors'
import {
  serviceKinds,
  services as kinds,
  type ServiceKind,
  type ServiceSettings,
} from '@vermilion/contract/services/kinds'
import type { Service, ServiceDraft, ServiceTest, ServiceTrial } from '@vermilion/contract/services'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets/secrets'
import type { ConfiguredService } from '../../../config.ts'
import { checkSecret, join, keepsSecret, split } from './rules.ts'
import { createServiceStore, type ServiceRow } from './store.ts'
import { tryCall } from './try-call.ts'

/** A service ready to be called, with its secret. Never sent, never logged. */
export interface UsableService<Kind extends ServiceKind> {
  readonly id: string
  readonly name: string
  readonly settings: ServiceSettings<Kind>
}

export interface Services {
  list(): Promise<Service[]>
  create(draft: ServiceDraft, by: string): Promise<Service>
  replace(id: string, draft: ServiceDraft, by: string): Promise<Service>
  remove(id: string): Promise<void>
  /** Calls the service and keeps the outcome. */
  test(id: string, signal: AbortSignal): Promise<ServiceTest>
  /** Calls a service as it is typed; the stored secret of `id` is used where none is typed. Keeps nothing. */
  try(trial: ServiceTrial, id: string | undefined, signal: AbortSignal): Promise<ServiceTest>
  /** The services of a kind, the one to prefer first. */
  ofKind<Kind extends ServiceKind>(kind: Kind): Promise<UsableService<Kind>[]>
}

interface ServicesNeeds {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly secrets: Secrets
  /** Those that the environment sets up, one of a kind. */
  readonly configured: readonly ConfiguredService[]
}

/** A service from wherever it comes. */
interface TestedService extends Omit<Service, 'used'> {
  /** Null where there is none. Opened only to be used; fails as `service.secret-unreadable` once the key file was lost. */
  readonly secret: () => string | null
}

/** The outside services that the product can use. */
export function createServices({ database, events, clock, secrets, configured }: ServicesNeeds): Services {
  const store = createServiceStore(database)
  /** The last tests of those of the environment, which have no row. */
  const tests = new Map<string, ServiceTest>()

  const fromEnvironment = (): TestedService[] =>
    configured.map(({ kind, settings, variables }) => {
      const id = `environment-${kind}`
      const { settings: open, secret = null } = split(kind, settings)
      return {
        id,
        kind,
        name: kind,
        settings: open,
        secret: () => secret,
        secretSet: secret !== null,
        variables,
        lastTest: tests.get(id) ?? null,
        updatedAt: null,
        updatedBy: null,
      }
    })

  function opened(sealed: string): string {
    try {
      return secrets.open(sealed)
    } catch {
      throw fail('service.secret-unreadable')
    }
  }

  const fromRow = ({ createdAt: _, secret, ...row }: ServiceRow): TestedService => ({
    ...row,
    variables: null,
    secretSet: secret !== null,
    secret: () => (secret === null ? null : opened(secret)),
  })

  async function all(): Promise<TestedService[]> {
    const existing = [...fromEnvironment(), ...(await store.all()).map(fromRow)]
    return serviceKinds.flatMap((kind) => existing.filter((one) => one.kind === kind))
  }

  const shownOf = ({ secret: _, ...existing }: TestedService, first: TestedService | undefined): Service => ({
    ...existing,
    used: kinds[existing.kind].several || first?.id === existing.id,
  })

  async function list(): Promise<Service[]> {
    const existing = await all()
    return existing.map((one) =>
      shownOf(
        one,
        existing.find(({ kind }) => kind === one.kind),
      ),
    )
  }

  async function one(id: string): Promise<Service> {
    const match = (await list()).find((service) => service.id === id)
    if (match === undefined) throw fail('service.not-found')
    return match
  }

  async function find(id: string): Promise<TestedService> {
    const row = await store.find(id)
    const existing = row === undefined ? fromEnvironment().find((service) => service.id === id) : fromRow(row)
    if (existing === undefined) throw fail('service.not-found')
    return existing
  }

  /** The row's secret, sealed: the typed one, or the stored one where it may stay. */
  function sealed(
    draft: ServiceTrial,
    stored: TestedService | undefined,
  ): { settings: TestedService['settings']; secret: string | null } {
    const typed = split(draft.kind, draft.settings)
    const secret = secretOf(draft.kind, typed, stored)
    return { settings: typed.settings, secret: secret === null ? null : secrets.seal(secret) }
  }

  function secretOf(
    kind: ServiceKind,
    typed: ReturnType<typeof split>,
    stored: TestedService | undefined,
  ): string | null {
    if (stored !== undefined && stored.kind !== kind) throw fail('request.invalid', { detail: `kind: ${stored.kind}` })
    const previous = stored && { settings: stored.settings, hasSecret: stored.secretSet }
    const secret = keepsSecret(kind, typed, previous) ? (stored?.secret() ?? null) : (typed.secret ?? null)
    checkSecret(kind, secret !== null)
    return secret
  }

  /** Writes a row; fails as `service.name-taken`. */
  async function write(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      throw database.isDuplicate(error) ? fail('service.name-taken', { name }) : error
    }
    events.publish({ type: 'settings-changed' })
  }

  return {
    list,
    create: (draft, by) =>
      database.transaction(async () => {
        const { kind, name } = draft
        const others = (await store.all()).filter((row) => row.kind === kind)
        if (!kinds[kind].several && others.length > 0) throw fail('service.single')
        const made = { id: newId(), kind, name, lastTest: null, ...sealed(draft, undefined) }
        const row = { ...made, createdAt: clock.time(), updatedAt: clock.time(), updatedBy: by }
        await write(name, () => store.add(row))
        return one(row.id)
      }),
    replace: (id, draft, by) =>
      database.transaction(async () => {
        const stored = await find(id)
        const row = await store.find(id)
        if (row === undefined) throw fail('service.from-environment')
        const { name } = draft
        const changed = {
          ...row,
          name,
          ...sealed(draft, stored),
          lastTest: null,
          updatedAt: clock.time(),
          updatedBy: by,
        }
        await write(name, () => store.replace(changed))
        return one(id)
      }),
    remove: (id) =>
      database.transaction(async () => {
        await find(id)
        if (!(await store.remove(id))) throw fail('service.from-environment')
        events.publish({ type: 'settings-changed' })
      }),
    async test(id, signal) {
      const existing = await find(id)
      const secret = existing.secret()
      const settings = join<ServiceSettings>(existing.kind, existing.settings, secret)
      const result = await tryCall(existing.kind, settings, secret, { clock, signal })
      if (result.failure === 'cancelled') return result
      if (existing.updatedAt === null) tests.set(id, result)
      else await store.keepTest(id, existing.updatedAt, result)
      events.publish({ type: 'settings-changed' })
      return result
    },
    async try(trial, id, signal) {
      const { kind } = trial
      const typed = split(kind, trial.settings)
      const secret = secretOf(kind, typed, id === undefined ? undefined : await find(id))
      return tryCall(kind, join<ServiceSettings>(kind, typed.settings, secret), secret, { clock, signal })
    },
    async ofKind<Kind extends ServiceKind>(kind: Kind) {
      const existing = (await all()).filter((one) => one.kind === kind)
      const used = kinds[kind].several ? existing : existing.slice(0, 1)
      return used.map(({ id, name, settings, secret }) => ({
        id,
        name,
        settings: join<ServiceSettings<Kind>>(kind, settings, secret()),
      }))
    },
  }
}
