import { fail } from '@vermilion/contract/kernel/errors'
import { services as kinds, type ServiceKind, type ServiceSettings } from '@vermilion/contract/services/kinds'
import type { Service, ServiceDraft, ServiceTest, ServiceTrial } from '@vermilion/contract/services'
import { topic } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { ConfiguredService } from '../../../config.ts'
import { checkSecret, join, keepsSecret, split, type SplitSettings } from './rules.ts'
import { createServiceSources, type SourcedService } from './service-sources.ts'
import { createServiceStore } from './store.ts'
import { tryCall } from './try-call.ts'

/** Published inside the transaction that deletes a service. */
export const serviceDeleted = topic<{ serviceId: string }>('service-deleted')

/** A service with its secret, ready to be called. Never sent, never logged. */
export interface UsableService<Kind extends ServiceKind> {
  readonly id: string
  readonly name: string
  readonly settings: ServiceSettings<Kind>
}

export type Services = ReturnType<typeof createServices>

interface ServicesNeeds extends Pick<Platform, 'database' | 'events' | 'clock' | 'secrets'> {
  readonly configured: readonly ConfiguredService[]
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createServices({ database, events, clock, secrets, configured }: ServicesNeeds) {
  const store = createServiceStore(database)
  const sources = createServiceSources({ store, secrets, configured })

  const toService = ({ secret: _, ...service }: SourcedService, first: SourcedService | undefined): Service => ({
    ...service,
    used: kinds[service.kind].several || first?.id === service.id,
  })

  async function list(): Promise<Service[]> {
    const existing = await sources.all()
    return existing.map((one) =>
      toService(
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
    create: (draft: ServiceDraft, by: string): Promise<Service> =>
      database.transaction(async () => {
        const { kind, name } = draft
        const others = (await store.all()).filter((row) => row.kind === kind)
        if (!kinds[kind].several && others.length > 0) throw fail('service.single')
        const made = { id: newId(), kind, name, lastTest: null, ...sealedDraft(draft, undefined, secrets) }
        const row = { ...made, createdAt: clock.time(), updatedAt: clock.time(), updatedBy: by }
        await write(name, () => store.add(row))
        return one(row.id)
      }),
    replace: (id: string, draft: ServiceDraft, by: string): Promise<Service> =>
      database.transaction(async () => {
        const stored = await sources.find(id)
        const row = await store.find(id)
        if (row === undefined) throw fail('service.from-environment')
        const { name } = draft
        const changed = {
          ...row,
          name,
          ...sealedDraft(draft, stored, secrets),
          lastTest: null,
          updatedAt: clock.time(),
          updatedBy: by,
        }
        await write(name, () => store.replace(changed))
        return one(id)
      }),
    remove: (id: string): Promise<void> =>
      database.transaction(async () => {
        await sources.find(id)
        await events.emit(serviceDeleted, { serviceId: id })
        if (!(await store.remove(id))) throw fail('service.from-environment')
        events.publish({ type: 'settings-changed' })
      }),
    async test(id: string, signal: AbortSignal): Promise<ServiceTest> {
      const existing = await sources.find(id)
      const secret = existing.secret()
      const settings = join<ServiceSettings>(existing.kind, existing.settings, secret)
      const result = await tryCall(existing.kind, settings, secret, { clock, signal })
      if (result.failure === 'cancelled') return result
      if (existing.updatedAt === null) sources.saveEnvironmentTest(id, result)
      else await store.keepTest(id, existing.updatedAt, result)
      events.publish({ type: 'settings-changed' })
      return result
    },
    /** Calls a service as entered, with the stored secret of `id` if none is entered. Stores nothing. */
    async try(trial: ServiceTrial, id: string | undefined, signal: AbortSignal): Promise<ServiceTest> {
      const { kind } = trial
      const draft = split(kind, trial.settings)
      const secret = secretOf(kind, draft, id === undefined ? undefined : await sources.find(id))
      return tryCall(kind, join<ServiceSettings>(kind, draft.settings, secret), secret, { clock, signal })
    },
    async ofKind<Kind extends ServiceKind>(kind: Kind): Promise<UsableService<Kind>[]> {
      const existing = (await sources.all()).filter((one) => one.kind === kind)
      const used = kinds[kind].several ? existing : existing.slice(0, 1)
      return used.map(({ id, name, settings, secret }) => ({
        id,
        name,
        settings: join<ServiceSettings<Kind>>(kind, settings, secret()),
      }))
    },
  }
}

function sealedDraft(
  draft: ServiceTrial,
  stored: SourcedService | undefined,
  secrets: Pick<Platform['secrets'], 'seal'>,
): { settings: SourcedService['settings']; secret: string | null } {
  const draftSettings = split(draft.kind, draft.settings)
  const secret = secretOf(draft.kind, draftSettings, stored)
  return { settings: draftSettings.settings, secret: secret === null ? null : secrets.seal(secret) }
}

/** The entered secret, or the stored one if it may stay. */
function secretOf(kind: ServiceKind, draft: SplitSettings, stored: SourcedService | undefined): string | null {
  if (stored !== undefined && stored.kind !== kind) throw fail('request.invalid', { detail: `kind: ${stored.kind}` })
  const previous = stored && { settings: stored.settings, hasSecret: stored.secretSet }
  const secret = keepsSecret(kind, draft, previous) ? (stored?.secret() ?? null) : (draft.secret ?? null)
  checkSecret(kind, secret !== null)
  return secret
}
