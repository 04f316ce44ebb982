import { getgid, getuid } from 'node:process'
import type Docker from 'dockerode'
import { acceleratorsOf } from '../run-spec.ts'
import type { RunSpec } from '../run-spec.ts'
import type { EngineFacts } from './engine.ts'

/** What of a run an engine does not know by itself. */
export interface ContainerNames {
  handle: string
  container: string
  /** The run's own network, when its instances have to find one another. */
  network: string | null
}

/** Bytes of memory that processes of one container share, as data loaders do. */
const sharedMemory = 8 * 1024 ** 3

/** By this word the instances of one run reach one another. */
export const hostNameOf = ({ role, index }: { role: string; index: number }): string => `${role}-${index}`

/** The container of one instance. Nothing in it is read by a shell. */
export function orderOf(
  spec: RunSpec,
  position: number,
  { names, facts }: { names: ContainerNames; facts: EngineFacts },
): Docker.ContainerCreateOptions {
  const instance = spec.instances[position] ?? spec.instances[0]
  const [program, ...rest] = spec.argv
  const environment = { ...spec.environment, ...instance.environment }
  return {
    name: names.container,
    Image: spec.image ?? '',
    Entrypoint: [program],
    Cmd: rest,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: spec.workingFolder,
    User: userFor(facts),
    Labels: { 'vermilion.run': names.handle, 'vermilion.instance': hostNameOf(instance) },
    ...(spec.network === 'host' ? {} : { Hostname: hostNameOf(instance) }),
    StopSignal: 'SIGTERM',
    HostConfig: {
      // Its process 1 passes signals on and takes in what others leave behind.
      Init: true,
      Mounts: spec.mounts.map(({ source, target, readOnly }) => ({
        Type: 'bind',
        Source: source,
        Target: target,
        ReadOnly: readOnly,
      })),
      NetworkMode: names.network ?? spec.network,
      ShmSize: Math.min(sharedMemory, Math.floor((spec.limits.memoryBytes ?? facts.memoryBytes) / 2)),
      LogConfig: logOf(facts),
      RestartPolicy: { Name: 'no' },
      SecurityOpt: ['no-new-privileges', 'label=disable'],
      ...limitsOf(spec),
      ...devicesOf(acceleratorsOf(spec, position), facts),
    },
    ...(names.network === null
      ? {}
      : { NetworkingConfig: { EndpointsConfig: { [names.network]: { Aliases: [hostNameOf(instance)] } } } }),
  }
}

/** Whatever the engine's own settings are, the log is kept whole, byte by byte, and can be read. */
function logOf({ product }: EngineFacts): Docker.HostConfig['LogConfig'] {
  const withoutLimit = '100t'
  // Docker's usual log keeps only text.
  if (product === 'docker')
    return { Type: 'local', Config: { 'max-size': withoutLimit, 'max-file': '1', compress: 'false' } }
  return { Type: 'json-file', Config: { 'max-size': withoutLimit } }
}

/** What a run writes belongs to the server's user, so that its results can be read and removed. */
function userFor({ isRootless }: EngineFacts): string {
  return isRootless ? '0:0' : `${getuid?.() ?? 0}:${getgid?.() ?? 0}`
}

function limitsOf({ limits: { cpu, memoryBytes, processes } }: RunSpec): Docker.HostConfig {
  return {
    ...(cpu === undefined ? {} : { NanoCpus: Math.round(cpu * 1e9) }),
    ...(memoryBytes === undefined ? {} : { Memory: memoryBytes, MemorySwap: memoryBytes }),
    ...(processes === undefined ? {} : { PidsLimit: processes }),
  }
}

function devicesOf(indexes: readonly number[], { product }: EngineFacts): Docker.HostConfig {
  if (indexes.length === 0) return {}
  const request =
    product === 'podman'
      ? { Driver: 'cdi', DeviceIDs: indexes.map((index) => `nvidia.com/gpu=${index}`) }
      : { Driver: '', DeviceIDs: indexes.map(String), Capabilities: [['gpu']] }
  return { DeviceRequests: [request] }
}

/** Podman before this version starts containers without the accelerators that were asked for, and says nothing. */
const firstPodmanWithDevices = [5, 4] as const

export function givesAccelerators({ product, version }: EngineFacts): boolean {
  const [major, minor] = firstPodmanWithDevices
  return product === 'docker' || version[0] > major || (version[0] === major && version[1] >= minor)
}
