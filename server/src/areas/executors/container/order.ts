import { getgid, getuid } from 'node:process'
import type Docker from 'dockerode'
import { acceleratorsOf } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import type { EngineFacts } from './engine.ts'

export interface ContainerNames {
  handle: string
  container: string
  network: string | null
}

/** Shared memory of a container in bytes, which data loaders need. */
const sharedMemory = 8 * 1024 ** 3

export const hostNameOf = ({ role, index }: { role: string; index: number }): string => `${role}-${index}`

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
      // An init process forwards signals and reaps zombies.
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

/** Overrides the engine's defaults, so that the log is complete and readable. */
function logOf({ product }: EngineFacts): Docker.HostConfig['LogConfig'] {
  const withoutLimit = '100t'
  // Docker's default log driver only preserves text.
  if (product === 'docker')
    return { Type: 'local', Config: { 'max-size': withoutLimit, 'max-file': '1', compress: 'false' } }
  return { Type: 'json-file', Config: { 'max-size': withoutLimit } }
}

/** Files of a run must belong to the server's user. */
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

/** Older Podman silently ignores requested accelerators. */
const firstPodmanWithDevices = [5, 4] as const

export function givesAccelerators({ product, version }: EngineFacts): boolean {
  const [major, minor] = firstPodmanWithDevices
  return product === 'docker' || version[0] > major || (version[0] === major && version[1] >= minor)
}
