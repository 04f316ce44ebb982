import { createRequire } from 'node:module'
import type Docker from 'dockerode'

/** Loaded with the first call to an engine: it brings SSH and gRPC along, which a server without containers does not hold. */
const require = createRequire(import.meta.url)
const createClient = (options: Docker.DockerOptions) => new (require('dockerode') as typeof Docker)(options)

/** A container engine that speaks Docker's API. */
export interface Engine {
  /** For calls that answer at once: an engine that is silent counts as gone. */
  readonly quick: Docker
  /** For streams that may be silent for hours, and for the fetching of images. */
  readonly lasting: Docker
  /** As it was when it was first asked. */
  facts(): Promise<EngineFacts>
  look(): Promise<EngineFacts>
}

export interface EngineFacts {
  product: 'docker' | 'podman'
  /** Major and minor. */
  version: readonly [number, number]
  /** Root inside a container is then the user that the engine runs as. */
  isRootless: boolean
  cpu: number
  memoryBytes: number
  /** Control groups of this version do not tell Podman why a process was ended. */
  cgroupVersion: string
}

/** Milliseconds that an engine may take to say something. */
const engineTimeout = 60_000

/** `address` is `unix:///…`, `tcp://…` or `http(s)://…`. */
export function connect(address: string): Engine {
  const location = dockerOptionsOf(address)
  let quick: Docker | undefined
  let lasting: Docker | undefined
  const connectQuick = () => (quick ??= createClient({ ...location, timeout: engineTimeout }))
  let existing: Promise<EngineFacts> | undefined

  async function look(): Promise<EngineFacts> {
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
    look,
    facts() {
      existing ??= look().catch((error: unknown) => {
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
  // No engine is there, as whoever asks is told: a pool of such an address must not take others along.
  if (!URL.canParse(address)) return { socketPath: address }
  const { protocol, hostname, port } = new URL(address)
  const isSecure = protocol === 'https:'
  return {
    protocol: isSecure ? 'https' : 'http',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isSecure ? 2376 : 2375),
  }
}

/** The host that an address names; null for a socket of this machine. */
export const hostOf = (address: string): string | null =>
  address.startsWith('unix:') || !URL.canParse(address) ? null : new URL(address).hostname

/** The status that the engine answered with; undefined when it did not answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

/** What the engine itself says of a failure. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = 'json' in error ? (error.json as { message?: unknown } | null)?.message : undefined
  return typeof message === 'string' ? message.trim() : error.message
}

/** Whether a container has a file, also one that has not begun. */
export async function hasFile({ quick }: Engine, container: string, path: string): Promise<boolean> {
  return (await ifKnown(quick.getContainer(container).infoArchive({ path }))) !== undefined
}

/** Undefined for what the engine does not know. */
export async function ifKnown<Answer>(response: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await response
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}
