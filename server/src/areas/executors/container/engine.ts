import { createRequire } from 'node:module'
import type Docker from 'dockerode'

/** Loaded on first use: dockerode pulls in SSH and gRPC, which cost memory. */
const require = createRequire(import.meta.url)
const createClient = (options: Docker.DockerOptions) => new (require('dockerode') as typeof Docker)(options)

export interface Engine {
  /** For short calls: no response means that the engine is unreachable. */
  readonly quick: Docker
  /** For streams that may be silent for hours, and for pulling images. */
  readonly lasting: Docker
  facts(): Promise<EngineFacts>
  readFacts(): Promise<EngineFacts>
}

export interface EngineFacts {
  product: 'docker' | 'podman'
  version: readonly [number, number]
  isRootless: boolean
  cpu: number
  memoryBytes: number
  /** With cgroup v1 Podman cannot tell why a process was killed. */
  cgroupVersion: string
}

const engineTimeout = 60_000

/** `address` is `unix:///…`, `tcp://…` or `http(s)://…`. */
export function connect(address: string): Engine {
  const location = dockerOptionsOf(address)
  let quick: Docker | undefined
  let lasting: Docker | undefined
  const connectQuick = () => (quick ??= createClient({ ...location, timeout: engineTimeout }))
  let existing: Promise<EngineFacts> | undefined

  async function readFacts(): Promise<EngineFacts> {
    const [info, version] = await Promise.all([connectQuick().info() as Promise<EngineInfo>, connectQuick().version()])
    const parts = version.Components ?? []
    const [major = 0, minor = 0] = version.Version.split('.').map((part) => Number.parseInt(part, 10))
    return {
      product: parts.some(({ Name: name }) => name.includes('Podman')) ? 'podman' : 'docker',
      version: [major, minor],
      isRootless: (info.SecurityOptions ?? []).some((option) => option.includes('name=rootless')),
      cpu: info.NCPU,
      memoryBytes: info.MemTotal,
      cgroupVersion: info.CgroupVersion ?? '1',
    }
  }

  return {
    get quick() {
      return connectQuick()
    },
    get lasting() {
      return (lasting ??= createClient(location))
    },
    readFacts,
    facts() {
      existing ??= readFacts().catch((error: unknown) => {
        existing = undefined
        throw error
      })
      return existing
    },
  }
}

interface EngineInfo {
  NCPU: number
  MemTotal: number
  CgroupVersion?: string | undefined
  SecurityOptions?: string[] | null
}

function dockerOptionsOf(address: string): Docker.DockerOptions {
  if (address.startsWith('unix://')) return { socketPath: address.slice('unix://'.length) }
  // An invalid address fails on use only, so that one pool cannot break others.
  if (!URL.canParse(address)) return { socketPath: address }
  const { protocol, hostname, port } = new URL(address)
  const isSecure = protocol === 'https:'
  return {
    protocol: isSecure ? 'https' : 'http',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isSecure ? 2376 : 2375),
  }
}

/** Null for a local socket. */
export const hostOf = (address: string): string | null =>
  address.startsWith('unix:') || !URL.canParse(address) ? null : new URL(address).hostname

export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = 'json' in error ? (error.json as { message?: unknown } | null)?.message : undefined
  return typeof message === 'string' ? message.trim() : error.message
}

export async function hasFile({ quick }: Engine, container: string, path: string): Promise<boolean> {
  return (await ifKnown(quick.getContainer(container).infoArchive({ path }))) !== undefined
}

export async function ifKnown<Answer>(response: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await response
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}
