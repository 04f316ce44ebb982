import { fail } from '@vermilion/contract/kernel/errors'
import { serviceKinds } from '@vermilion/contract/services/kinds'
import type { Service, ServiceTest } from '@vermilion/contract/services'
import type { Secrets } from '#platform/secrets/secrets'
import type { ConfiguredService } from '../../../config.ts'
import { split } from './rules.ts'
import type { ServiceRow, ServiceStore } from './store.ts'

export interface SourcedService extends Omit<Service, 'used'> {
  /** Null without one. Opened only for use; fails with `service.secret-unreadable` when the key file was lost. */
  readonly secret: () => string | null
}

interface Needs {
  readonly store: Pick<ServiceStore, 'all' | 'find'>
  readonly secrets: Pick<Secrets, 'open'>
  readonly configured: readonly ConfiguredService[]
}

export function createServiceSources({ store, secrets, configured }: Needs) {
  /** The last tests of environment services, which have no row. */
  const tests = new Map<string, ServiceTest>()

  const fromEnvironment = (): SourcedService[] =>
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

  const fromRow = ({ createdAt: _, secret, ...row }: ServiceRow): SourcedService => ({
    ...row,
    variables: null,
    secretSet: secret !== null,
    secret: () => (secret === null ? null : opened(secret)),
  })

  async function all(): Promise<SourcedService[]> {
    const existing = [...fromEnvironment(), ...(await store.all()).map(fromRow)]
    return serviceKinds.flatMap((kind) => existing.filter((one) => one.kind === kind))
  }

  async function find(id: string): Promise<SourcedService> {
    const row = await store.find(id)
    const existing = row === undefined ? fromEnvironment().find((service) => service.id === id) : fromRow(row)
    if (existing === undefined) throw fail('service.not-found')
    return existing
  }

  return { all, find, saveEnvironmentTest: (id: string, result: ServiceTest) => void tests.set(id, result) }
}
